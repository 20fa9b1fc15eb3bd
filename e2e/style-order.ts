import { globSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { webDist } from './server.ts'

/**
 * Checks that the page looks the same whatever other screens were open before it. A screen's style sheets are loaded
 * when it is first shown, and stay: of two rules with equal specificity, the one loaded last wins.
 */
export async function looksTheSameAfterOthers(page: Page): Promise<void> {
  const all = globSync('assets/*.css', { cwd: webDist }).sort()
  // Each page has it from the beginning.
  const first = all.filter((path) => basename(path).startsWith('index-'))
  const others = all.filter((path) => !first.includes(path))
  // With its own address, a sheet would count as loaded for the screens that follow.
  const orders = [others, others.toReversed()].map((each) =>
    [...first, ...each].map((path) => `/${path}#again`),
  )
  // Visitors' logo is loaded after the page.
  await expect(page.locator('.logo:empty')).toHaveCount(0)
  expect.soft(await page.evaluate(findChanges, orders), `${page.url()} with all style sheets`).toEqual([])
}

/** Runs in the page: returns elements that look different while these style sheets replace those of the page. */
async function findChanges(orders: string[][]): Promise<string[]> {
  let hasChanged = false
  const observer = new MutationObserver(() => {
    hasChanged = true
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  let found: Set<string>
  do {
    hasChanged = false
    found = await compareOrders()
    // What arrived meanwhile may have moved the rest.
  } while (hasChanged)
  observer.disconnect()
  return [...found]

  async function compareOrders(): Promise<Set<string>> {
    const elements = [...document.querySelectorAll('body, body *:not(svg *)')]
    const before = elements.map(look)
    const found = new Set<string>()
    for (const order of orders) {
      const own = [...document.querySelectorAll('style:not([type]), link[rel=stylesheet]:not([type])')]
      const added = await Promise.all(order.map(add))
      // Ignored, as in prerendered pages. If the links were gone, Vite would load the sheets again.
      for (const each of own) each.setAttribute('type', 'text/in-page')
      // What is in transition would still look as before.
      await Promise.allSettled(document.getAnimations().map((each) => each.finished))
      for (const [index, element] of elements.entries()) {
        const changes = changesOf(before[index] ?? [], look(element))
        if (changes) found.add(`${nameOf(element.parentElement)} > ${nameOf(element)} { ${changes} }`)
      }
      await Promise.all(own.map(restore))
      for (const each of added) each.remove()
    }
    return found
  }

  function add(path: string): Promise<HTMLLinkElement> {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = path
    document.head.append(link)
    return loaded(link)
  }

  async function restore(sheet: Element): Promise<void> {
    sheet.removeAttribute('type')
    if (sheet instanceof HTMLLinkElement) await loaded(sheet)
  }

  function loaded(link: HTMLLinkElement): Promise<HTMLLinkElement> {
    return new Promise((resolve, reject) => {
      link.onload = () => resolve(link)
      link.onerror = () => reject(new Error(`${link.href} was not loaded.`))
    })
  }

  /** Buttons that have just appeared can't be pressed for a moment. */
  function isSkipped(property: string): boolean {
    return property.startsWith('--') || property === 'pointer-events'
  }

  function look(element: Element): string[] {
    const style = getComputedStyle(element)
    return Array.from(style)
      .filter((property) => !isSkipped(property))
      .map((property) => `${property}: ${style.getPropertyValue(property)}`)
  }

  function changesOf(one: string[], other: string[]): string {
    return one
      .flatMap((each, index) => (each === other[index] ? [] : [`${each} → ${other[index]}`]))
      .join('; ')
  }

  function nameOf(element: Element | null): string {
    return element ? [element.localName, ...element.classList].join('.') : ''
  }
}
