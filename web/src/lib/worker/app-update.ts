import { useSyncExternalStore } from 'react'

/** A worker of a newer version than this page, waiting to take over. */
let waiting: ServiceWorker | null = null
const watchers = new Set<() => void>()

const version = () => document.querySelector<HTMLMetaElement>('meta[name=version]')?.content

/** True once a newer version is available. */
export function useHasUpdate(): boolean {
  return useSyncExternalStore(
    watch,
    () => waiting !== null,
    () => false,
  )
}

/** A worker that doesn't answer for this long can't be started. Milliseconds. */
const answersWithin = 5_000

/** Reloads the page with the newer version. What is typed is kept, as on any reload. */
export async function applyUpdate(): Promise<void> {
  const worker = waiting
  const reload = () => {
    if (worker?.state === 'activated') window.location.reload()
  }
  // If another tab has asked for it, the worker may already be active.
  reload()
  worker?.addEventListener('statechange', reload)
  // Chromium doesn't replace a worker that is just starting; it waits until that one has been idle for long.
  const current = navigator.serviceWorker.controller
  const late = new Promise((resolve) => setTimeout(resolve, answersWithin))
  if (current) await Promise.race([versionOf(current), late])
  worker?.postMessage('take-over')
}

/** Call it whenever there may be a new worker. One of this page's own version is ignored. */
export async function noteWaiting(worker: ServiceWorker): Promise<void> {
  if ((await versionOf(worker)) === version()) return
  waiting = worker
  for (const watcher of watchers) watcher()
}

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage('version', [port2])
  })
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
