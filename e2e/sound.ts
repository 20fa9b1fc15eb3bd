import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isReadable } from './readable.ts'

const looks = [
  [390, 844, 'light'],
  [1280, 800, 'dark'],
  [390, 844, 'dark'],
  [1280, 800, 'light'],
] as const
/** How often each test has asked. */
const turns = new Map<string, number>()

/** All four looks in `npm run assure`; else by turns a light phone and a dark wide window, the same in every run. */
function looksOfThisTime() {
  if (process.env.ASSURE === '1') return looks
  const { title } = test.info()
  const turn = (turns.get(title) ?? title.length) + 1
  turns.set(title, turn)
  return looks.slice(turn % 2, (turn % 2) + 1)
}

/** Without a finding of axe and without sideways scrolling, on a phone and on a wide window, light and dark. */
export async function isSound(page: Page, { within }: { within?: string } = {}) {
  if (process.env.SURVEY) return isReadable(page)
  for (const [width, height, colorScheme] of looksOfThisTime()) {
    await page.setViewportSize({ width, height })
    // What floats over the page finds its place after the window has another size.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
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
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(told, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
  }
  await isReadable(page)
}
