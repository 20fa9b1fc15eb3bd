import type { CDPSession, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Reading {
  width: number
  height: number
  /** Factor of the usual text size. */
  text: number
}

/** The browser's default font sizes, in pixels. */
const usualText = { standard: 16, fixed: 13 }
/**
 * Checks WCAG 1.4.4 and 1.4.10: nothing scrolls sideways, no text is cut off or overlaps another, and words aren't
 * broken.
 */
export async function isReadable(page: Page, readings: readonly Reading[]): Promise<void> {
  let session: CDPSession | undefined
  const set = async (text: number) => {
    if (text === 1 && !session) return
    session ??= await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', {
      fontSizes: { standard: usualText.standard * text, fixed: Math.round(usualText.fixed * text) },
    })
  }
  for (const { width, height, text } of readings) {
    await page.setViewportSize({ width, height })
    await set(text)
    // What floats over the page moves only after the window was resized.
    await expect
      .poll(() => page.evaluate(findUnreadable), {
        message: `${page.url()} at ${width} px and ${text * 100} % text`,
      })
      .toEqual([])
  }
  await set(1)
  await session?.detach()
}

/** Runs in the page. */
function findUnreadable(): string[] {
  const found: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    found.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}`)

  /** A pixel isn't noticeable. */
  const slack = 1.5
  /** A wider word doesn't fit on any line. */
  const widest = root.clientWidth * 0.8
  /** Longer names may break, rather than push pictures and buttons away. */
  const longest = 20
  // Dialogs and lists, but not rows that are meant to be scrolled sideways.
  for (const each of document.querySelectorAll('body *')) {
    const { overflowX, overflowY } = getComputedStyle(each)
    const over = each.scrollWidth - each.clientWidth
    if (/auto|scroll/.test(overflowX) && overflowY !== 'hidden' && over > slack)
      found.push(`scrolls sideways by ${over}: ${nameOf(each)}`)
  }
  const ruler = document.createElement('canvas').getContext('2d')
  const lines: { text: string; box: DOMRect; element: Element }[] = []

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || !text.trim() || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const clip = clipOf(element)
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue
      const isCut =
        box.left < clip.left - slack ||
        box.right > clip.right + slack ||
        (clip.isVertical &&
          (box.top < clip.top - box.height * 0.25 || box.bottom > clip.bottom + box.height * 0.25))
      if (isCut) found.push(`cut off: ${nameOf(element)} "${short(text)}"`)
      lines.push({ text: short(text), box, element })
    }
    for (const { index, 0: word } of text.matchAll(/\S*[/@]\S*|[^\s\u2010-\u2014\u200b-]+/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      )
      if (tops.size < 2) continue
      // Chinese and similar scripts break between any two characters.
      if (/[\u3040-\u9fff\uac00-\ud7af]/u.test(word)) continue
      if ([...word].length > longest) continue
      // Machine-written text, such as `token=[hidden]`, isn't a word.
      if (/[=[\](){}]/.test(word)) continue
      if (widthOf(word, element) <= widest) found.push(`broken: ${nameOf(element)} "${word}"`)
    }
  }
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (one.element === other.element || isSameLine(one.element, other.element)) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // Line boxes are higher than the distance between lines.
      const isOver = width > 2 && height > Math.min(one.box.height, other.box.height) * 0.35
      if (isOver && isOnTop(one) && isOnTop(other))
        found.push(
          `over another: ${nameOf(one.element)} "${one.text}" and ${nameOf(other.element)} "${other.text}"`,
        )
    }
  }
  return [...new Set(found)]

  function isShown(element: Element): boolean {
    if (element.closest('.sr, svg, script, style, select, option, [aria-hidden=true] .skeleton, [inert]'))
      return false
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  /**
   * Returns the area of the page in which the element's text can be visible: limited by boxes that clip, but not by
   * those that scroll.
   */
  function clipOf(element: Element) {
    const clip = {
      left: 0,
      right: root.clientWidth,
      top: Number.NEGATIVE_INFINITY,
      bottom: Number.POSITIVE_INFINITY,
      isVertical: false,
    }
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      // Can be scrolled into view.
      if (/auto|scroll/.test(overflowX))
        return { ...clip, left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
      const box = each.getBoundingClientRect()
      if (/hidden|clip/.test(overflowX)) {
        clip.left = Math.max(clip.left, box.left)
        clip.right = Math.min(clip.right, box.right)
      }
      if (/auto|scroll/.test(overflowY)) return clip
      if (/hidden|clip/.test(overflowY)) {
        clip.top = Math.max(clip.top, box.top)
        clip.bottom = Math.min(clip.bottom, box.bottom)
        clip.isVertical = true
      }
      if (position === 'fixed') break
    }
    return clip
  }

  function widthOf(word: string, element: Element): number {
    if (!ruler) return 0
    const { font, letterSpacing, textTransform } = getComputedStyle(element)
    ruler.font = font
    ruler.letterSpacing = letterSpacing
    return ruler.measureText(textTransform === 'uppercase' ? word.toUpperCase() : word).width
  }

  /** True for parts of one paragraph. */
  function isSameLine(one: Element, other: Element): boolean {
    return one.contains(other) || other.contains(one)
  }

  /** False for text below a bar or dialog, which can be scrolled or comes back. */
  function isOnTop({ box, element }: { box: DOMRect; element: Element }): boolean {
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return top !== null && (element.contains(top) || top.contains(element))
  }

  function nameOf(element: Element): string {
    const name = (each: Element) =>
      each.tagName.toLowerCase() + [...each.classList].map((part) => `.${part}`).join('')
    return `${element.parentElement ? `${name(element.parentElement)}>` : ''}${name(element)}`
  }

  function short(text: string): string {
    return text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
  }
}
