import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any screen has. */
const maxStops = 150

/** Tab, or Shift+Tab, until it has the focus. Every stop on the way is looked at. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Tab passes by a field that still loads its choices.
  await expect(target.first()).toBeEnabled()
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key)
    if (await isSeenThere(target)) return
  }
  throw new Error(`${target} is not reached by ${key}`)
}

/** Tab up to it, and Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tab up to a field, and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Whether the target has the focus, which is seen, at the latest once all has moved. */
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

/** Whether the focus is somewhere, has a ring, lies inside the window, and nothing covers it; and is on one of these. */
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
    // A hidden radio is shown by its label.
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
