import { useLayoutEffect, useRef } from 'react'

/**
 * Makes going back close a layer, such as a dialog, instead of leaving the page. Each layer gets an entry of its own in
 * the browser's history. It is like the page's entry except for the number of layers, so the router sees no change.
 */
interface Layer {
  /** Returns false if the layer stays open. */
  close: () => unknown
}

const layers: Layer[] = []
let isSettling = false
/**
 * Set from `history.go` until it has happened, as the current entry is still the old one until then. `settle` closes
 * nothing: its layers are already gone, and others may have opened meanwhile.
 */
let moving: 'settle' | 'leave' | undefined

/** Returns the number of layers that the browser's current entry stands for. */
function depth(): number {
  const state = window.history.state as { layers?: number } | null
  return state?.layers ?? 0
}

/** Does nothing while the browser is moving to another entry; it is called again after that. */
function addEntries() {
  if (moving) return
  for (let at = depth(); at < layers.length; at += 1)
    window.history.pushState({ ...window.history.state, layers: at + 1 }, '')
}

/** Deferred, since React may remove a layer and add it again at once, and closing one may also change the page. */
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

/**
 * If a layer stays open, it and those below get their entries again, so that going back once more doesn't leave the
 * page.
 */
function closeAbove(isLeft: boolean) {
  const above = layers.splice(depth())
  for (let layer = above.pop(); layer; layer = above.pop()) {
    if (layer.close() === false && !isLeft) {
      layers.push(...above, layer)
      break
    }
  }
}

// There is no window when prerendering.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    const was = moving
    moving = undefined
    if (was !== 'settle') closeAbove(was === 'leave')
    // Going back or forward from a later page may reach the entry of a closed layer. This moves on to its page.
    settle()
  })
}

/** Call it in a component that covers the page for as long as it is mounted. */
export function useBackCloses(close: Layer['close']): void {
  const latest = useRef(close)
  // Before the paint, since the user may go back at once.
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    const layer: Layer = { close: () => latest.current() }
    layers.push(layer)
    addEntries()
    return () => {
      const at = layers.indexOf(layer)
      if (at >= 0) layers.splice(at, 1)
      settle()
    }
  }, [])
}

/** Moves from a layer's entry to its page's, so that one step back from there leaves the page. */
export function backToPage(): Promise<void> {
  const steps = depth()
  if (steps === 0) return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    // A second call would leave the page.
    if (!moving) window.history.go(-steps)
    moving = 'leave'
  })
}
