import type { Page } from '@playwright/test'

/** Watches from now on for a text that appears and disappears. Returns a function that waits until it is gone. */
export async function shownBriefly(page: Page, text: string): Promise<() => Promise<void>> {
  // Starts watching first, since the next change may be faster than a busy page.
  const watch = await page.evaluateHandle((words) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let wasShown = false
    const look = () => {
      const isShown = document.body.textContent?.includes(words)
      if (isShown) wasShown = true
      else if (wasShown) resolve()
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return { promise }
  }, text)
  return () => watch.evaluate(({ promise }) => promise)
}
