/** Lets code outside the components change the page. The router registers itself here. */
export type Navigator = (path: string, options?: { replace?: boolean }) => void

let navigator: Navigator = (path) => window.location.assign(path)

export function registerNavigator(next: Navigator): void {
  navigator = next
}

export function goTo(path: string, options?: { replace?: boolean }): void {
  navigator(path, options)
}

/** Returns the path to /login, with where to go on afterwards. `isAgain` says that the session has expired. */
export function loginPath(
  from: { pathname: string; search: string } = window.location,
  { isAgain = false } = {},
): string {
  const isWorthKeeping = !['/', '/login', '/register', '/logout', '/forbidden'].includes(from.pathname)
  const parts = [
    isWorthKeeping && `next=${encodeURIComponent(from.pathname + from.search)}`,
    isAgain && 'again=yes',
  ].filter(Boolean)
  return parts.length > 0 ? `/login?${parts.join('&')}` : '/login'
}
