import { useDeferredValue } from 'react'

/**
 * The same a little later: what hangs on it is drawn in pieces, between which a tap is answered. An old phone would be
 * busy with all of it for longer than a tap may wait.
 */
export function useInPieces(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}
