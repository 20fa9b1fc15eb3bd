import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any screen has. */
const maxStops = 150

/** Presses Tab, or Shift+Tab, until the target has the focus. Checks the focus at every stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Tab skips a field that is still loading its choices.
  await expect(target.first()).toBeEnabled()
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key)
    if (await isSeenThere(target)) return
  }
  throw new Error(`${target} is not reached by ${key}`)
}

/** Tabs to an element and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** True if the target has the focus. Waits until the focus is visible, at the latest when all animations are done. */
async function isSeenThere(target: Locator): Promise<boolean> {
  let last = await target.evaluateAll(lookAtFocus)
  if (last.focus === 'seen') return last.isThere
  const again = async () => {
    last = await target.evaluateAll(lookAtFocus)
    return last.focus
  }
  await expect.poll(again, { message: `the focus on ${target.page().url()}` }).toBe('seen')
  return last.isThere
}

/** Checks that the focus is somewhere, ringed, inside the window and not covered, and whether it is on one of these. */
function lookAtFocus(wanted: Element[]): { focus: string; isThere: boolean } {
  const element = document.activeElement
  const isThere = wanted.some((each) => each === element)
  const focus = look()
  return { focus, isThere }

  function look(): string {
    if (!(element instanceof HTMLElement) || element === document.body) return 'lost'
    const html = element.outerHTML.slice(0, 160)
    const hasRing = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    // A hidden radio button is represented by its label.
    const ringed = [element.closest('label'), element].find((each) => each && hasRing(each))
    if (!ringed) return `no ring: ${html}`
    const box = ringed.getClientRects()[0]
    if (!box) return `no place: ${html}`
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)]
    if (bottom - top < Math.min(box.height, 24)) return `outside the window: ${html}`
    const there = document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2)
    return there && (ringed.contains(there) || there.contains(ringed))
      ? 'seen'
      : `covered by ${there?.outerHTML.slice(0, 80)}: ${html}`
  }
}
