import type { Page } from '@playwright/test'

/**
 * Watches from now on for a text that appears and disappears. Returns a function that waits until it is gone and
 * returns how long it was shown, in milliseconds, as measured in the page.
 */
export async function shownFor(page: Page, text: string): Promise<() => Promise<number>> {
  // Starts watching first, since the next change may be faster than a busy page.
  const watch = await page.evaluateHandle((words) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    let since: number | undefined
    const look = () => {
      const isShown = document.body.textContent?.includes(words)
      if (isShown) since ??= performance.now()
      else if (since !== undefined) resolve(performance.now() - since)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return { promise }
  }, text)
  return () => watch.evaluate(({ promise }) => promise)
}
