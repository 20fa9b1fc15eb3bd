import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isReadable } from './readable.ts'

interface Look {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** In the order used by `npm test`. */
const checks: readonly ((page: Page, within?: string) => Promise<void>)[] = [
  (page, within) => isAccessible(page, { width: 390, height: 844, colorScheme: 'light' }, within),
  // Text twice as large on a phone, and a window as narrow as WCAG 1.4.10 requires.
  (page) => isReadable(page, [{ width: 390, height: 844, text: 2 }]),
  (page, within) => isAccessible(page, { width: 1280, height: 800, colorScheme: 'dark' }, within),
  (page) => isReadable(page, [{ width: 320, height: 640, text: 1 }]),
  (page, within) => isAccessible(page, { width: 390, height: 844, colorScheme: 'dark' }, within),
  (page, within) => isAccessible(page, { width: 1280, height: 800, colorScheme: 'light' }, within),
]
/** Number of checks so far, by test. */
const turns = new Map<string, number>()

/** Returns all checks in `npm run assure`; else one of the first four in turn, the same in every run. */
function checksOfThisTime() {
  if (process.env.ASSURE === '1') return checks
  const { title } = test.info()
  const turn = (turns.get(title) ?? title.length) + 1
  turns.set(title, turn)
  return checks.slice(turn % 4, (turn % 4) + 1)
}

/**
 * Checks that the page is accessible and readable: on a phone and in a wide window, in light and dark, with larger text
 * and narrow.
 */
export async function isSound(page: Page, { within }: { within?: string } = {}): Promise<void> {
  // A page just opened may still be blank or loading.
  await expect(page.locator('h1')).not.toHaveCount(0)
  await expect(page.locator('.skeletons, .skeleton')).toHaveCount(0)
  for (const check of checksOfThisTime()) await check(page, within)
}

/** Checks that axe finds nothing and nothing scrolls sideways. */
async function isAccessible(
  page: Page,
  { width, height, colorScheme }: Look,
  within: string | undefined,
): Promise<void> {
  await page.setViewportSize({ width, height })
  // What floats over the page moves only after the window was resized.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${page.url()} at ${width} px scrolls sideways` },
    )
    .toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Colours in transition between themes don't count.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
  // The other mode opens an extra page to collect findings in frames of other origins, which we don't have.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
}
