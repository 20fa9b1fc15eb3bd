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

/** The provider's page from which the viewer returns. */
export type Return = 'checkout' | 'portal'

/** The viewer's premium membership. Polled for half a minute after a return, which may precede the webhook. */
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

/** What a membership costs. Refetched if the price couldn't be loaded. */
export function usePrice() {
  return useQuery({ queryKey: ['price'], queryFn: ({ signal }) => call(getPrice, { signal }) })
}

/** The page on which a checkout began, if not /profile. */
export type CheckoutFrom = QueryOf<typeof createCheckoutSession>

/** Returns the URL of the provider's page, or the reason why there is none. */
export function useCreateSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ opens, from }: { opens: Return; from: CheckoutFrom }) =>
      opens === 'checkout' ? call(createCheckoutSession, { query: from }) : call(createStripePortalSession),
    // A refusal may mean that the subscription has changed.
    onSettled: () => queries.invalidateQueries({ queryKey: subscriptionKey }),
  })
}
