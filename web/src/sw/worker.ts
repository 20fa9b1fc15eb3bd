import { openNotification, renewSubscription, showPush } from './push-events.ts'
import { answerFromShell, fillShell, sweepShells, version } from './shell-cache.ts'

declare const self: ServiceWorkerGlobalScope

// A new version waits until no page uses the old one, or until a page asks for it.
self.addEventListener('install', (event) => event.waitUntil(fillShell()))
self.addEventListener('activate', (event) => event.waitUntil(sweepShells()))
self.addEventListener('fetch', answerFromShell)
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent))
})

self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'version') port?.postMessage(version)
  if (data === 'take-over') void self.skipWaiting()
})
