import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { readDeviceRecord, writeDeviceRecord } from '#lib/worker/device-record.ts'

declare const self: ServiceWorkerGlobalScope

interface Push {
  title: string
  /** The title from the moment `until` on, in milliseconds since 1970, since 'Tomorrow' is then another day. */
  dated?: string
  until?: number
  /** A path of our site. */
  url: string
  /** The notification's id. One that arrives twice is shown once. */
  id?: string
  /** The day and time of what the notification is about. */
  body?: string
}

/** Shows a push, unless the user is looking at its page. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, url, id, body } = await readPush(data)
  const windows = await openWindows()
  if (windows.some((each) => each.focused && isAt(each, url))) return
  // Only the app knows the number of unread notifications. It sets the badge once it is opened.
  if (!windows.some((each) => each.visibilityState === 'visible')) {
    await navigator.setAppBadge?.().catch(() => undefined)
  }
  await self.registration.showNotification(title, {
    data: { url },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    ...(id && { tag: id }),
    ...(body && { body }),
  })
}

/**
 * Opens a notification's page in a window that shows it, else in any other or a new one. An existing window is not
 * reloaded, so what is typed there stays.
 */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const url = safePath((notification.data as { url?: unknown } | null)?.url) ?? fallback
  const windows = await openWindows()
  const window = windows.find((each) => isAt(each, url)) ?? windows[0]
  if (!window) {
    await self.clients.openWindow(url)
    return
  }
  if (!isAt(window, url)) window.postMessage({ open: url })
  await window.focus()
}

/**
 * Renews a subscription that the browser has replaced, perhaps while no page is open. If that fails, it is repaired
 * when the app is next opened.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const record = await readDeviceRecord()
  if (!record) return
  const { email, endpoint, publicKey } = record
  const renewed = event.newSubscription ?? (await subscribeAnew(publicKey))
  const newSubscription = renewed.toJSON()
  // Written out, since the contract's schemas would make this file many times larger.
  const answer = await fetch('/api/public/resubscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ oldSubscriptionEndpoint: endpoint, newSubscription, email }),
  })
  if (answer.status === 201) await writeDeviceRecord({ ...record, endpoint: renewed.endpoint })
}

function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function readPush(data: PushMessageData | null): Promise<Push> {
  try {
    const { title, dated, until = 0, url, id, body } = (data?.json() ?? {}) as Partial<Push>
    if (title)
      return {
        title: dated && Date.now() >= until ? dated : title,
        url: safePath(url) ?? fallback,
        ...(id && { id }),
        ...(body && { body }),
      }
  } catch {
    // Browsers require a notification for each push, whatever it contains.
  }
  return { title: m.app_push_something_new({}, { locale: await chosenLanguage() }), url: fallback }
}

/** Returns the language that the page stored. If it can't be read, returns the browser's, as a worker has no page. */
async function chosenLanguage(): Promise<Language> {
  const { cookieStore }: { cookieStore?: CookieStore } = self
  const chosen =
    (await cookieStore?.get(cookieName('language', self.location.protocol === 'https:')))?.value ??
    navigator.language
  return languages.find((each) => chosen.startsWith(each)) ?? 'en'
}

const fallback = '/notifications'

/**
 * Returns the app's open windows, the last used first. The server's unsubscribe page is left out, since it has no
 * script that could navigate.
 */
async function openWindows(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !new URL(url).pathname.startsWith('/unsubscribe/'))
}

function isAt(window: WindowClient, path: string): boolean {
  const { pathname, search } = new URL(window.url)
  return pathname + search === path.split('#')[0]
}
