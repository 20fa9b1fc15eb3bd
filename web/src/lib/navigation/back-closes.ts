import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Going back closes what lies over the page, instead of leaving the page below it. Each layer gets an entry of its own
 * in the browser's history, alike the page's entry but for the number of layers: the router sees no change.
 */
interface Layer {
  /** False where it stays. */
  close: () => unknown
}

const layers: Layer[] = []
const listeners = new Set<() => void>()
let isSettling = false
/**
 * From `history.go` until it has happened: until then the entry is still the one before. `settle` closes nothing:
 * its layers are gone already, and others may have come meanwhile.
 */
let moving: 'settle' | 'leave' | undefined

function notify() {
  for (const listener of listeners) listener()
}

/** How many layers the browser's current entry stands for. */
function depth(): number {
  const state = window.history.state as { layers?: number } | null
  return state?.layers ?? 0
}

/** While the browser is on its way to another entry, there is nothing to add to: it comes to this again. */
function addEntries() {
  if (moving) return
  for (let at = depth(); at < layers.length; at += 1)
    window.history.pushState({ ...window.history.state, layers: at + 1 }, '')
}

/** Later, as React may take a layer away and bring it back at once, and whatever closes one may also change the page. */
function settle() {
  if (isSettling) return
  isSettling = true
  setTimeout(() => {
    isSettling = false
    addEntries()
    if (!moving && depth() > layers.length) {
      moving = 'settle'
      window.history.go(layers.length - depth())
    }
  })
}

/** One that stays, and those below it, get their entries again: going back once more must not leave the page below. */
function closeAbove(isLeft: boolean) {
  const above = layers.splice(depth())
  for (let layer = above.pop(); layer; layer = above.pop()) {
    if (layer.close() === false && !isLeft) {
      layers.push(...above, layer)
      break
    }
  }
  notify()
}

// Pages are prerendered where there is none.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    const was = moving
    moving = undefined
    if (was !== 'settle') closeAbove(was === 'leave')
    // Somebody came to the entry of a layer that is gone, by going forward or back from a later page: on to its page.
    settle()
  })
}

/** Call it in what lies over the page, for as long as it is there. */
export function useBackCloses(close: Layer['close']): void {
  const latest = useRef(close)
  // Before it is painted: going back may be the first thing that somebody does.
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    const layer: Layer = { close: () => latest.current() }
    layers.push(layer)
    addEntries()
    notify()
    return () => {
      const at = layers.indexOf(layer)
      if (at >= 0) layers.splice(at, 1)
      settle()
      notify()
    }
  }, [])
}

function watchLayers(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether something lies over the page. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    watchLayers,
    () => layers.length > 0,
    () => false,
  )
}

/** From the entry of a layer to that of its page, so that one step back from there leaves the page. */
export function backToPage(): Promise<void> {
  const steps = depth()
  if (steps === 0) return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    // Twice, it would lead to the page before.
    if (!moving) window.history.go(-steps)
    moving = 'leave'
  })
}
