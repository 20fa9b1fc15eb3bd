import { expect, type Locator, type Page } from '@playwright/test'

// What is shown for only a second can be examined if the page's clock stands still.

/** Stops the clock, which must have been installed before the page was opened. */
export async function stopClock(page: Page): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  // On a busy machine that time may have passed already; the clock is then stopped at a new one.
  await pause().catch(pause)
}

/** Advances the clock in small steps until it is visible. */
export async function inSteps(page: Page, what: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return what.isVisible()
    })
    .toBe(true)
}
