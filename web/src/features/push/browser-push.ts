import type { PushSubscriptionFields } from '@tagalong/contract/features/push/push.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { registerWorker } from '#lib/worker/worker-registration.ts'

/** Milliseconds. Some browsers never answer when asked for a subscription. */
const timeoutMs = 10_000
/** Milliseconds. A first worker caches all files of the app before it is ready, which takes long on a slow line. */
const workerTimeoutMs = 60_000

/**
 * Asks for the permission unless it was decided before.
 *
 * @throws Error with a text to show if there is no permission or no web push
 */
export async function askPermission(): Promise<void> {
  if (!('Notification' in window)) throw new Error(m.prompt_push_not_supported())
  if (!isPushSupported()) throw new Error(m.prompt_push_push_not_supported())
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new Error(m.prompt_push_denied())
  if (permission !== 'granted') throw new Error(m.prompt_push_not_granted())
}

/** True if the permission was granted. */
export function hasPermission(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

/** Returns the browser's subscription; null if there is none, or it can't be read. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  try {
    return await inTime(heldSubscription())
  } catch {
    return null
  }
}

/** Doesn't wait for a worker to be registered: without one there is no subscription. */
async function heldSubscription(): Promise<PushSubscription | null> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered ? registered.pushManager.getSubscription() : null
}

/**
 * Returns this browser's subscription, or makes a new one.
 *
 * @param publicKey the application server's key, base64url
 * @throws Error if the browser refuses or does not answer in time
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  const ready = registerWorker().then(() => navigator.serviceWorker.ready)
  const { pushManager } = await inTime(ready, workerTimeoutMs)
  return inTime(subscribeAt(pushManager, publicKey))
}

async function subscribeAt(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // The existing subscription belongs to another key.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Ends the subscription in the browser only. The server needs a call of its own. */
export async function dropSubscription(): Promise<void> {
  const current = await currentSubscription()
  await current?.unsubscribe().catch(() => false)
}

/** Returns the fields that are sent. Browsers may have more than the contract accepts. */
export function fieldsOf(subscription: PushSubscription): PushSubscriptionFields {
  const { endpoint, expirationTime, keys } = JSON.parse(JSON.stringify(subscription))
  return {
    endpoint,
    expirationTime: expirationTime ?? null,
    keys: { p256dh: keys?.p256dh, auth: keys?.auth },
  }
}

/** True on Apple's phones and tablets outside the home screen. They support web push only for apps added to it. */
export function needsHomeScreen(): boolean {
  return !isPushSupported() && Reflect.get(navigator, 'standalone') === false
}

function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window
}

function inTime<T>(task: Promise<T>, within = timeoutMs): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The browser does not answer.')), within)
  })
  return Promise.race([task, late])
}
