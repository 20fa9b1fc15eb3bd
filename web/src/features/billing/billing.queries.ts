import { getSubscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The viewer's premium membership. */
export function useSubscription() {
  return useQuery({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => call(getSubscription, { signal }),
  })
}
