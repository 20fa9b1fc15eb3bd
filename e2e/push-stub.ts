import type { BrowserContext, Page } from '@playwright/test'

interface StubOptions {
  /** The user's answer to the browser's prompt; shown only if the app asks. */
  permission?: NotificationPermission
  /** How the browser's push service reacts to a new subscription. */
  subscribe?: 'works' | 'refuses' | 'hangs'
}

/**
 * Gives the browser a push service: a headless one has none and never answers. The subscription survives reloads, as it
 * would in a real browser.
 */
export async function stubPush(context: BrowserContext, options: StubOptions = {}): Promise<void> {
  await context.addInitScript(install, { permission: 'granted', subscribe: 'works', ...options })
}

/** The subscription that the browser holds. */
export const heldSubscription = () => JSON.parse(localStorage.getItem('held') ?? 'null')

/**
 * Installs the app's worker with all files of the app. Subscribing waits for it, which on a busy machine takes longer
 * than a journey may.
 */
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
