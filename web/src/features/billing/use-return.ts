import { useSearchParams } from 'react-router'
import type { Return } from './billing.queries.ts'

/** Returns the provider's page from which the viewer comes back; null if none. It grants nothing. */
export function useReturn(): Return | null {
  const [search] = useSearchParams()
  if (search.get('stripe') === '1') return 'checkout'
  return search.get('portal') === '1' ? 'portal' : null
}
