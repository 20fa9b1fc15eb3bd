import { useSyncExternalStore } from 'react'
import { showToast } from '#ui/toast.tsx'

// Each watcher is a toggle on screen.
const watchers = new Set<() => void>()
let problem: string | undefined

/** Under the toggle, or as a toast where none is on screen. */
export function setPushProblem(text: string): void {
  if (watchers.size === 0) showToast(text, { problem: true })
  else replace(text)
}

export function clearPushProblem(): void {
  replace(undefined)
}

/** What a toggle has to say. */
export function usePushProblem(): string | undefined {
  return useSyncExternalStore(watch, () => problem)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) problem = undefined
  }
}

function replace(text: string | undefined) {
  problem = text
  for (const watcher of watchers) watcher()
}
