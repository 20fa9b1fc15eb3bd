import {
  createCheckoutSession,
  createStripePortalSession,
  getPrice,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import type { QueryOf } from '@tagalong/contract/http/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/calls/api.ts'

const subscriptionKey = ['subscription']
/** Milliseconds. */
const [rereadFor, rereadEvery] = [30_000, 2_000]

/** From which of the provider's pages the viewer comes back. */
export type Return = 'checkout' | 'portal'

/**
 * The viewer's premium membership. Whoever comes back from the provider may be here before its news: it is read again
 * for half a minute.
 */
export function useSubscription(back: Return | null = null) {
  const [until] = useState(() => Date.now() + rereadFor)
  return useQuery({
    queryKey: subscriptionKey,
    queryFn: ({ signal }) => call(getSubscription, { signal }),
    refetchInterval: ({ state }) => {
      const isSettled = back === 'checkout' && isSubscribed(state.data?.subscriptionStatus ?? null)
      return back && !isSettled && Date.now() < until ? rereadEvery : false
    },
  })
}

/** What a membership costs; asked anew where it could not be had. */
export function usePrice() {
  return useQuery({ queryKey: ['price'], queryFn: ({ signal }) => call(getPrice, { signal }) })
}

/** On which page a checkout began, other than /profile. */
export type CheckoutFrom = QueryOf<typeof createCheckoutSession>

/** The provider's page to go to, or why there is none. */
export function useCreateSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ opens, from }: { opens: Return; from: CheckoutFrom }) =>
      opens === 'checkout' ? call(createCheckoutSession, { query: from }) : call(createStripePortalSession),
    // Why there is none may be that the subscription isn't what it was.
    onSettled: () => queries.invalidateQueries({ queryKey: subscriptionKey }),
  })
}
