import { type NavigateFunction, useLocation, useNavigate } from 'react-router'

/** Returns a function that says whether the page is still shown, since the user may leave during a call. */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return () => window.location.pathname === pathname
}

/** The router's `navigate` for use after a call. Does nothing if the user has left the page meanwhile. */
export function useNavigateFromHere(): NavigateFunction {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return (...to: unknown[]) => (isHere() ? navigate(...(to as Parameters<NavigateFunction>)) : undefined)
}
