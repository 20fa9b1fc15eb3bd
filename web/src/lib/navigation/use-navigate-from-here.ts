import { type NavigateFunction, useLocation, useNavigate } from 'react-router'

/** Whether the page is still shown that this was rendered on: its reader may leave while a call is under way. */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return () => window.location.pathname === pathname
}

/** The router's, for after a call: whoever went elsewhere meanwhile stays there. */
export function useNavigateFromHere(): NavigateFunction {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return (...to: unknown[]) => (isHere() ? navigate(...(to as Parameters<NavigateFunction>)) : undefined)
}
