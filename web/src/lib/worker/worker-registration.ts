import { onServerBack } from '#lib/offline/reachability.ts'
import { noteWaiting } from './app-update.ts'

/** How often an open app checks for a newer version, at most. Milliseconds. */
const updateEvery = 3_600_000

let registering: Promise<void> | undefined

/**
 * Registers the service worker, which shows pushes, and the app while the server is unreachable. Repeated only after a
 * failure.
 */
export function registerWorker(): Promise<void> {
  registering ??= register().catch((error) => {
    registering = undefined
    throw error
  })
  return registering
}

async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  watchForUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
}

function watchForUpdates(registered: ServiceWorkerRegistration) {
  if (registered.waiting) void noteWaiting(registered.waiting)
  registered.addEventListener('updatefound', () => {
    const worker = registered.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void noteWaiting(worker)
    })
  })
  let askedAt = Date.now()
  const ask = () => {
    askedAt = Date.now()
    registered.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > updateEvery) ask()
  })
  // The server was most likely away for an update.
  onServerBack(ask)
}
