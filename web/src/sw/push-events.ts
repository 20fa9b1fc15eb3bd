import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import { m } from '@tagalong/contract/messages.ts'
import { type Language, languages } from '@tagalong/contract/values/language.ts'
import { safePath } from '#lib/navigation/safe-path.ts'
import { readDeviceRecord, writeDeviceRecord } from '#lib/worker/device-record.ts'

declare const self: ServiceWorkerGlobalScope

interface Push {
  title: string
  /** The same from the moment `until` on, in milliseconds since 1970: 'Tomorrow' is another day then. */
  dated?: string
  until?: number
  /** A path of ours. */
  url: string
  /** Of the notification: one that comes twice is shown once. */
  id?: string
  /** The day and the time of what it is about. */
  body?: string
}

/** Whoever looks at what it is about right now needs no notification. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, url, id, body } = await readPush(data)
  const windows = await openWindows()
  if (windows.some((each) => each.focused && isAt(each, url))) return
  // How many there are is known to the app alone; it says so as soon as it is opened.
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

/** In the window that shows it, or in any other, or in a new one. What is typed there stays: nothing is loaded anew. */
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

/** The browser has replaced its subscription, perhaps while no page is open. What fails here is mended at the next open. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const record = await readDeviceRecord()
  if (!record) return
  const { email, endpoint, publicKey } = record
  const renewed = event.newSubscription ?? (await subscribeAnew(publicKey))
  const newSubscription = renewed.toJSON()
  // Written out: the contract's schemas would make this file many times as large.
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
    // Browsers want to see a notification for each push, whatever it holds.
  }
  return { title: m.app_push_something_new({}, { locale: await chosenLanguage() }), url: fallback }
}

/** As the page keeps it; where no cookies can be read the browser's, since a worker has no page that says it. */
async function chosenLanguage(): Promise<Language> {
  const { cookieStore }: { cookieStore?: CookieStore } = self
  const chosen =
    (await cookieStore?.get(cookieName('language', self.location.protocol === 'https:')))?.value ??
    navigator.language
  return languages.find((each) => chosen.startsWith(each)) ?? 'en'
}

const fallback = '/notifications'

/** The one that was used last comes first. */
/** Of the app: the server's own page that ends mails has no script that could lead on. */
async function openWindows(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !new URL(url).pathname.startsWith('/unsubscribe/'))
}

function isAt(window: WindowClient, path: string): boolean {
  const { pathname, search } = new URL(window.url)
  return pathname + search === path.split('#')[0]
}
