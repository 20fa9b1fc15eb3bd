import type { Page } from '@playwright/test'

/** All that the browser keeps for the time without a server. It is written a moment after it came. */
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
