import type { Page } from '@playwright/test'

/**
 * Watches from now on for a text that comes and goes. Answers what waits until it has gone and says for how long it
 * stood on the page, in milliseconds. The page itself measures.
 */
export async function shownFor(page: Page, text: string): Promise<() => Promise<number>> {
  // What comes next may be faster than a page that is busy: it watches before anything else is done.
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
