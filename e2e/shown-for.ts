import type { Page } from '@playwright/test'

/** For how long a text stands on the page, in milliseconds, from when it comes. The page itself measures. */
export function shownFor(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (words) =>
      new Promise<number>((resolve) => {
        let since: number | undefined
        const look = () => {
          const isShown = document.body.textContent?.includes(words)
          if (isShown) since ??= performance.now()
          else if (since !== undefined) resolve(performance.now() - since)
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }),
    text,
  )
}
