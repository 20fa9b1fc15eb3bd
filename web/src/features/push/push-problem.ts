import { useSyncExternalStore } from 'react'
import { showToast } from '#ui/toast.tsx'

// One watcher per toggle on screen.
const watchers = new Set<() => void>()
let problem: string | undefined

/** Shows a problem under the toggle, or as a toast if no toggle is on screen. */
export function setPushProblem(text: string): void {
  if (watchers.size === 0) showToast(text, { problem: true })
  else replace(text)
}

export function clearPushProblem(): void {
  replace(undefined)
}

/** Returns the problem to show under a toggle. */
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
