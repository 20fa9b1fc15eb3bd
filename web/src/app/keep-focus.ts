/**
 * Where what has the focus is taken away or disabled, the nearest thing around it that stays gets the focus, or the
 * page's heading: it is never nowhere.
 *
 * @returns stops it
 */
export function keepFocus(): () => void {
  /** What had the focus last, and all that stood around it, from the inside out. */
  let path: HTMLElement[] = []
  let frame = 0

  const note = (focused: EventTarget | null) => {
    path = []
    for (let each = focused; each instanceof HTMLElement; each = each.parentElement) path.push(each)
  }
  const noteNew = ({ target }: FocusEvent) => note(target)
  const look = () => {
    cancelAnimationFrame(frame)
    // Dialogs and screens give the focus back themselves, a moment later.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(rescue)
    })
  }
  const rescue = () => {
    const [last, ...around] = path
    if (document.activeElement !== document.body || !last || isUsable(last)) return
    const nearest = around.find((each) => each.isConnected)
    const place = nearest?.parentElement?.closest('main, [role=dialog], [role=alertdialog]')
      ? nearest
      : heading()
    if (!place) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }

  // A page that was drawn ahead can be walked through before this begins.
  if (document.activeElement !== document.body) note(document.activeElement)
  const observer = new MutationObserver(look)
  document.addEventListener('focusin', noteNew)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', noteNew)
    observer.disconnect()
  }
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
}
