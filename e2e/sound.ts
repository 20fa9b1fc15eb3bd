import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const
const schemes = ['light', 'dark'] as const

/** Without a finding of axe, without sideways scrolling, in both themes and at both sizes. */
export async function isSound(page: Page, { within }: { within?: string } = {}) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    // What floats over the page finds its place after the window has another size.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        { message: `${page.url()} at ${size.width} px scrolls sideways` },
      )
      .toBeLessThanOrEqual(0)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Colours that are still on their way from one theme to the other are no finding.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
      const axe = new AxeBuilder({ page })
      if (within) axe.include(within)
      const { violations } = await axe.analyze()
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      expect(told, `${page.url()} at ${size.width} px, ${colorScheme}`).toEqual([])
    }
  }
}
