import { noteWaiting } from './app-update.ts'
import { goTo } from './navigation.ts'
import { onServerBack } from './reachability.ts'
import { safePath } from './safe-path.ts'

/** How often an app that stays open asks for a newer version, at most. */
const updateEvery = 3_600_000

/** The service worker shows pushes, and the app while the server can't be reached. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // Somebody has pressed a notification.
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const path = safePath((data as { open?: string } | null)?.open)
    if (path) goTo(path)
  })
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  watchForUpdates(registration)
}

function watchForUpdates(registration: ServiceWorkerRegistration) {
  if (registration.waiting) void noteWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void noteWaiting(worker)
    })
  })
  let askedAt = Date.now()
  const ask = () => {
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > updateEvery) ask()
  })
  // Most often it was away to become another one.
  onServerBack(ask)
}
