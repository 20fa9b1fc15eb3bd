import { expect, type Locator, type Page } from '@playwright/test'

// What stands for a second only can be looked at for as long as it takes where the page's clock stands still.

/** The clock, which was installed before the page was opened, stands still from here on. */
export async function stopClock(page: Page): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  // On a busy machine that moment may be over before it gets there. The clock stands still then all the same.
  await pause().catch(pause)
}

/** Lets time pass in small steps until it is seen. */
export async function inSteps(page: Page, what: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return what.isVisible()
    })
    .toBe(true)
}
