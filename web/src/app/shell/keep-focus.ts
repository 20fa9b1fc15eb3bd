import { focusPath, rescueFocus } from '#lib/navigation/focus.ts'

/**
 * When the focused element is removed or disabled, moves the focus to the nearest remaining element around it, or to
 * the page's heading, so that it is never lost. It acts at once; code that knows a better place can move the focus
 * later. A focused textarea is scrolled out from under the bar.
 *
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  // The user may have moved the focus on a prerendered page before this starts.
  const { activeElement, body } = document
  let path = focusPath(activeElement === body ? null : activeElement)
  const note = ({ target }: FocusEvent) => {
    path = focusPath(target)
    // Browsers don't scroll to a textarea that is partly visible, even if the bar covers the rest.
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
