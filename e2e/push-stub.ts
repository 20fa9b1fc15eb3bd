import type { BrowserContext, Page } from '@playwright/test'

interface StubOptions {
  /** What the user answers when asked; without it they are never asked. */
  permission?: NotificationPermission
  /** How the browser's push service takes a new subscription. */
  subscribe?: 'works' | 'refuses' | 'hangs'
}

/**
 * A browser that has a push service: what is headless has none, and never answers. The subscription that it holds stays
 * over reloads, as it would.
 */
export async function stubPush(context: BrowserContext, options: StubOptions = {}): Promise<void> {
  await context.addInitScript(install, { permission: 'granted', subscribe: 'works', ...options })
}

/** The subscription that the browser holds. */
export const heldSubscription = () => JSON.parse(localStorage.getItem('held') ?? 'null')

/** The app's worker with all files of the app: a subscription waits for it, on a busy machine longer than a journey. */
export async function installWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    await navigator.serviceWorker.ready
  })
}

function install({ permission, subscribe }: { permission: string; subscribe: string }): void {
  const secret = (bytes: number) =>
    btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const held = () => {
    const fields = JSON.parse(localStorage.getItem('held') ?? 'null')
    const unsubscribe = async () => {
      localStorage.removeItem('held')
      return true
    }
    return fields && { ...fields, unsubscribe, toJSON: () => fields }
  }
  Notification.requestPermission = async () => {
    localStorage.setItem('asked', 'yes')
    localStorage.setItem('permission', permission)
    return permission as NotificationPermission
  }
  Object.defineProperty(Notification, 'permission', {
    get: () => localStorage.getItem('permission') ?? 'default',
  })
  PushManager.prototype.getSubscription = async () => held()
  PushManager.prototype.subscribe = async () => {
    if (subscribe === 'refuses') throw new DOMException('Registration failed', 'AbortError')
    if (subscribe === 'hangs') return new Promise(() => undefined)
    if (!held()) {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
      const fields = { endpoint, expirationTime: null, keys: { p256dh: secret(65), auth: secret(16) } }
      localStorage.setItem('held', JSON.stringify(fields))
    }
    return held()
  }
}
