import type { PushSubscriptionFields } from '@tagalong/contract/features/push/push.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { registerWorker } from '#lib/worker/worker-registration.ts'

/** How long a browser may take for a subscription; some never answer. */
const timeoutMs = 10_000
/** A first worker keeps all files of the app before it is ready, on a slow line, too. */
const workerTimeoutMs = 60_000

/**
 * Asks where the browser does not know yet.
 *
 * @throws Error with a text to show, where there is no permission or no web push
 */
export async function askPermission(): Promise<void> {
  if (!('Notification' in window)) throw new Error(m.prompt_push_not_supported())
  if (!isPushSupported()) throw new Error(m.prompt_push_push_not_supported())
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new Error(m.prompt_push_denied())
  if (permission !== 'granted') throw new Error(m.prompt_push_not_granted())
}

/** True where nobody needs to be asked. */
export function hasPermission(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

/** What the browser holds; null where it holds none, or can't. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  try {
    return await inTime(heldSubscription())
  } catch {
    return null
  }
}

/** Nobody waits for a worker that comes later: before it there is none. */
async function heldSubscription(): Promise<PushSubscription | null> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered ? registered.pushManager.getSubscription() : null
}

/**
 * A subscription of this browser: the one that it holds, or a new one.
 *
 * @param publicKey the application server's, base64url
 * @throws Error where the browser refuses, or does not answer in time
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
    // What it holds belongs to another key.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** The browser's own part of it; the server gets its own call. */
export async function dropSubscription(): Promise<void> {
  const current = await currentSubscription()
  await current?.unsubscribe().catch(() => false)
}

/** As it travels. Browsers may tell more of it than the contract takes. */
export function fieldsOf(subscription: PushSubscription): PushSubscriptionFields {
  const { endpoint, expirationTime, keys } = JSON.parse(JSON.stringify(subscription))
  return {
    endpoint,
    expirationTime: expirationTime ?? null,
    keys: { p256dh: keys?.p256dh, auth: keys?.auth },
  }
}

/** Apple's phones and tablets have web push only in what was added to the home screen, and there alone it is true. */
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
