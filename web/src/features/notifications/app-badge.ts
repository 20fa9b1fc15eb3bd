/** Shows the count on the app's icon, again when the page becomes visible: a push may have left a dot there. */
export function keepAppBadge(count: number): () => void {
  const show = () => {
    // The system may refuse to show a number. That is no failure.
    navigator.setAppBadge?.(count).catch(() => undefined)
  }
  show()
  document.addEventListener('visibilitychange', show)
  return () => document.removeEventListener('visibilitychange', show)
}
