/** Shows the number on the app's icon, and again once somebody looks: a push that came meanwhile has left a dot there. */
export function keepAppBadge(count: number): () => void {
  const show = () => {
    // A number that the system refuses to show is no failure.
    navigator.setAppBadge?.(count).catch(() => undefined)
  }
  show()
  document.addEventListener('visibilitychange', show)
  return () => document.removeEventListener('visibilitychange', show)
}
