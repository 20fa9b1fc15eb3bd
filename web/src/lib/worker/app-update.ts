import { useSyncExternalStore } from 'react'

/** The worker of a newer version than this page, which waits to be asked for. */
let waiting: ServiceWorker | null = null
const watchers = new Set<() => void>()

const version = () => document.querySelector<HTMLMetaElement>('meta[name=version]')?.content

/** True once a newer version is here. */
export function useHasUpdate(): boolean {
  return useSyncExternalStore(
    watch,
    () => waiting !== null,
    () => false,
  )
}

/** Loads the page anew with the newer version. What is typed is kept as at any reload. */
export function applyUpdate(): void {
  const worker = waiting
  const reload = () => {
    if (worker?.state === 'activated') window.location.reload()
  }
  // Where another tab has asked for it, it is there already.
  reload()
  worker?.addEventListener('statechange', reload)
  worker?.postMessage('take-over')
}

/** Call it whenever there may be another worker. One that belongs to this very page is no news. */
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
