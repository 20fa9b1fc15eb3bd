import { useEffect, useLayoutEffect, useState } from 'react'
import { focusAnything, focusHeading } from './focus-heading.ts'

/** What has the focus and all that stands around it, from the inside out: what is left of it once it is gone. */
export type FocusPath = readonly HTMLElement[]

interface Layer {
  opener: FocusPath
  below: Layer | undefined
}

/** What lies over the page, in the order in which it opened, until each has given the focus back. */
const layers: Layer[] = []
const closing = new Set<Layer>()

export function focusPath(from: EventTarget | null): FocusPath {
  const path: HTMLElement[] = []
  for (let each = from; each instanceof HTMLElement; each = each.parentElement) path.push(each)
  return path
}

/**
 * For what lies over the page: a dialog, a drawer, a list that pops up. Once that is gone, however late, the focus goes
 * back to what had it before. React Aria tries so in the next frame alone, when the page below may still be inert: that
 * ends in an effect after the paint.
 */
export function useFocusReturn(isOpen = true): void {
  const [layer, setLayer] = useState<Layer | null>(null)
  // While it renders: nothing in it has taken the focus yet.
  if (isOpen !== (layer !== null)) setLayer(isOpen ? newLayer() : null)
  // Before anybody can see it: whoever looks after the focus knows from now on that this will give it back.
  useLayoutEffect(() => {
    if (layer && !layers.includes(layer)) layers.push(layer)
  }, [layer])
  useEffect(() => {
    if (!layer) return
    closing.delete(layer)
    return () => {
      closing.add(layer)
      // After all effects of this moment, among them the one that ends that the page is inert.
      queueMicrotask(() => {
        if (closing.delete(layer)) giveBack(layer)
      })
    }
  }, [layer])
}

function newLayer(): Layer {
  return { opener: focusPath(document.activeElement), below: layers.at(-1) }
}

/** Where what had the focus is gone or disabled. What lies over the page gives back by itself what it has taken. */
export function rescueFocus([last, ...around]: FocusPath): void {
  if (!isFocusLost() || !last || isUsable(last)) return
  if (!focusAround(around) && layers.length === 0) focusHeading()
}

function giveBack(layer: Layer) {
  layers.splice(layers.indexOf(layer), 1)
  // Somebody has given it to another place on purpose.
  if (!isFocusLost()) return
  for (let each: Layer | undefined = layer; each; each = each.below) {
    const [last, ...around] = each.opener
    if ((last && focusAgain(last)) || focusAround(around)) return
  }
  if (layers.length === 0) focusHeading()
}

function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || !isUsable(activeElement)
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function focusAgain(element: HTMLElement): boolean {
  if (element !== document.body && isUsable(element)) element.focus({ preventScroll: true })
  return document.activeElement === element && !isFocusLost()
}

/** The nearest thing that stays, within the page's content or within what lies over it. */
function focusAround(around: FocusPath): boolean {
  const overlay = '[role=dialog], [role=alertdialog]'
  const place = around.find(
    (each) => each.isConnected && (each.matches(overlay) || each.parentElement?.closest(`main, ${overlay}`)),
  )
  if (place) focusAnything(place)
  return place !== undefined
}
