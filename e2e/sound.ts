import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isReadable } from './readable.ts'

interface Look {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** In the order in which `npm test` takes turns. */
const checks: readonly ((page: Page, within?: string) => Promise<void>)[] = [
  (page, within) => isAccessible(page, { width: 390, height: 844, colorScheme: 'light' }, within),
  // What somebody reads with: text twice as large on a phone, and a window as narrow as WCAG 1.4.10 asks for.
  (page) => isReadable(page, [{ width: 390, height: 844, text: 2 }]),
  (page, within) => isAccessible(page, { width: 1280, height: 800, colorScheme: 'dark' }, within),
  (page) => isReadable(page, [{ width: 320, height: 640, text: 1 }]),
  (page, within) => isAccessible(page, { width: 390, height: 844, colorScheme: 'dark' }, within),
  (page, within) => isAccessible(page, { width: 1280, height: 800, colorScheme: 'light' }, within),
]
/** How often each test has asked. */
const turns = new Map<string, number>()

/** All checks in `npm run assure`; else one of the first four by turns, the same in every run. */
function checksOfThisTime() {
  if (process.env.ASSURE === '1') return checks
  const { title } = test.info()
  const turn = (turns.get(title) ?? title.length) + 1
  turns.set(title, turn)
  return checks.slice(turn % 4, (turn % 4) + 1)
}

/** Accessible and readable, on a phone and on a wide window, light and dark, with larger text and narrow. */
export async function isSound(page: Page, { within }: { within?: string } = {}): Promise<void> {
  // Right after it was opened, a page may be blank yet, or show what is still on its way, or be about to.
  await expect(page.locator('h1')).not.toHaveCount(0)
  await expect(page.locator('.skeletons, .skeleton')).toHaveCount(0)
  for (const check of checksOfThisTime()) await check(page, within)
}

/** Without a finding of axe and without sideways scrolling. */
async function isAccessible(
  page: Page,
  { width, height, colorScheme }: Look,
  within: string | undefined,
): Promise<void> {
  await page.setViewportSize({ width, height })
  // What floats over the page finds its place after the window has another size.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${page.url()} at ${width} px scrolls sideways` },
    )
    .toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Colours that are still on their way from one theme to the other are no finding.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
  // The other mode opens a page more to add up what frames of other origins found: there are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
}
