import { useSearchParams } from 'react-router'
import type { Return } from './billing.queries.ts'

/** From which of the provider's pages the viewer comes back. It grants nothing. */
export function useReturn(): Return | null {
  const [search] = useSearchParams()
  if (search.get('stripe') === '1') return 'checkout'
  return search.get('portal') === '1' ? 'portal' : null
}
