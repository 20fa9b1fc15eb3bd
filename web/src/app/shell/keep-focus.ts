import { focusPath, rescueFocus } from '#lib/navigation/focus.ts'

/**
 * Where what has the focus is taken away or disabled, the nearest thing around it that stays gets the focus, or the
 * page's heading: it is never nowhere. At once: who knows a better place takes it there afterwards, however late. A text
 * that has it is never covered by the bar.
 *
 * @returns stops it
 */
export function keepFocus(): () => void {
  // A prerendered page can be walked through before this begins.
  const { activeElement, body } = document
  let path = focusPath(activeElement === body ? null : activeElement)
  const note = ({ target }: FocusEvent) => {
    path = focusPath(target)
    // Browsers leave a text where it is that is seen in part, below the bar, too.
    if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
  }
  const observer = new MutationObserver(() => rescueFocus(path))
  document.addEventListener('focusin', note)
  observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
