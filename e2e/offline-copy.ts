import type { Page } from '@playwright/test'

/** Returns all data that the browser caches for offline use. It is written shortly after it arrives. */
export function keptOffline(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        if (/json/.test(kept?.headers.get('content-type') ?? '')) texts.push((await kept?.text()) ?? '')
      }
    }
    return texts.join()
  })
}
