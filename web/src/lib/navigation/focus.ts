import { useEffect, useLayoutEffect, useState } from 'react'
import { focusAnything, focusHeading } from './focus-heading.ts'

/** The focused element and all its ancestors, innermost first: what may remain once the element is gone. */
export type FocusPath = readonly HTMLElement[]

interface Layer {
  opener: FocusPath
  below: Layer | undefined
}

/** The layers over the page, in the order in which they opened, until each has returned the focus. */
const layers: Layer[] = []
const closing = new Set<Layer>()

export function focusPath(from: EventTarget | null): FocusPath {
  const path: HTMLElement[] = []
  for (let each = from; each instanceof HTMLElement; each = each.parentElement) path.push(each)
  return path
}

/**
 * For a layer over the page: a dialog, a drawer, a popup list. Returns the focus to where it was once the layer is
 * gone, however late. React Aria tries that only in the next frame, when the page may still be inert, since an effect
 * after the paint ends that.
 */
export function useFocusReturn(isOpen = true): void {
  const [layer, setLayer] = useState<Layer | null>(null)
  // While rendering, before anything in the layer takes the focus.
  if (isOpen !== (layer !== null)) setLayer(isOpen ? newLayer() : null)
  // Before the paint, so that `rescueFocus` knows that this layer will return the focus.
  useLayoutEffect(() => {
    if (layer && !layers.includes(layer)) layers.push(layer)
  }, [layer])
  useEffect(() => {
    if (!layer) return
    closing.delete(layer)
    return () => {
      closing.add(layer)
      // After all effects of this moment, including the one that ends the page's inertness.
      queueMicrotask(() => {
        if (closing.delete(layer)) giveBack(layer)
      })
    }
  }, [layer])
}

function newLayer(): Layer {
  return { opener: focusPath(document.activeElement), below: layers.at(-1) }
}

/**
 * Moves the focus if its element is gone or disabled. While layers are open, leaves the fallback to the heading to
 * them.
 */
export function rescueFocus([last, ...around]: FocusPath): void {
  if (!isFocusLost() || !last || isUsable(last)) return
  if (!focusAround(around) && layers.length === 0) focusHeading()
}

function giveBack(layer: Layer) {
  layers.splice(layers.indexOf(layer), 1)
  // The focus was moved elsewhere on purpose.
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

/** Focuses the nearest remaining ancestor within the page's content or within a dialog. */
function focusAround(around: FocusPath): boolean {
  const overlay = '[role=dialog], [role=alertdialog]'
  const place = around.find(
    (each) => each.isConnected && (each.matches(overlay) || each.parentElement?.closest(`main, ${overlay}`)),
  )
  if (place) focusAnything(place)
  return place !== undefined
}
