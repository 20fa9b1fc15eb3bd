// These functions run in the page itself, so they can use only their arguments.
import type * as TestingLibrary from '@testing-library/dom'

/** A name or text: the whole of it, or a pattern that it contains. */
export type Wording = string | RegExp

/** One step from an element to elements in it. A pattern is passed as its source. */
export interface Step {
  by: 'role' | 'label' | 'text' | 'css' | 'last'
  what: string | Pattern
  name?: string | Pattern
}

interface Pattern {
  source: string
  flags: string
}

export const asSent = (wording: Wording): string | Pattern =>
  typeof wording === 'string' ? wording : { source: wording.source, flags: wording.flags }

export interface Found {
  /** The number of visible elements. */
  count: number
  /** Identifies the first of them. */
  selector: string
  text: string
  /** True if a press at its middle would reach it. */
  isReady: boolean
}

/** Finds elements by the library in the page. `hidden` includes invisible ones; `press` scrolls there. */
export function find(steps: Step[], why: 'see' | 'hidden' | 'press'): Found {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = Reflect.get(
    window,
    'TestingLibraryDom',
  ) as typeof TestingLibrary
  const worded = (wording: Step['what']) =>
    typeof wording === 'string' ? wording : new RegExp(wording.source, wording.flags)
  const within = (root: HTMLElement, { by, what, name }: Step): HTMLElement[] => {
    if (by === 'css') return [...root.querySelectorAll<HTMLElement>(String(what))]
    if (by === 'label') return queryAllByLabelText(root, worded(what))
    if (by === 'text') return queryAllByText(root, worded(what))
    return queryAllByRole(root, String(what), name === undefined ? {} : { name: worded(name) })
  }
  const isSeen = (element: HTMLElement) =>
    why === 'hidden' || element.checkVisibility({ visibilityProperty: true })
  const found = steps.reduce<HTMLElement[]>(
    (roots, step) =>
      step.by === 'last' ? roots.slice(-1) : roots.flatMap((root) => within(root, step)).filter(isSeen),
    [document.body],
  )
  const [first] = found
  if (!first) return { count: 0, selector: '', text: '', isReady: false }
  const turn = Number(document.body.dataset.turn ?? 0) + 1
  document.body.dataset.turn = String(turn)
  first.dataset.found = String(turn)
  if (why === 'press') first.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = first.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = first.closest('label') ?? first
  const isReady = !first.matches(':disabled, [aria-disabled="true"]') && label.contains(hit)
  return { count: found.length, selector: `[data-found="${turn}"]`, text: first.textContent ?? '', isReady }
}

/** Records errors from now on, once in each document. */
export function watch(): string {
  const kept: string[] = (Reflect.get(window, 'wrong') as string[] | undefined) ?? []
  if (!Reflect.has(window, 'wrong')) {
    Reflect.set(window, 'wrong', kept)
    const write = console.error
    console.error = (...words) => {
      kept.push(words.map(String).join(' '))
      write(...words)
    }
    addEventListener('error', ({ message }) => void kept.push(message))
    addEventListener('unhandledrejection', ({ reason }) => void kept.push(String(reason)))
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      kept.push(`${violatedDirective} stopped ${blockedURI}`)
    })
  }
  return location.href
}

/** Returns the errors recorded since the last call. */
export function takeWrong(): string[] {
  const kept = Reflect.get(window, 'wrong') as string[] | undefined
  return kept?.splice(0) ?? []
}
