import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { useSubscription } from '#features/billing/billing.queries.ts'
import { useReturn } from '#features/billing/use-return.ts'

export interface MayPlanEvents {
  /** Undefined while it isn't known. */
  answer: boolean | undefined
  /** Where it could not be looked up. */
  retry: (() => void) | undefined
  /** The membership of whoever has just come back from paying. */
  paid: Subscription | undefined
}

/** Whether the viewer is a premium member: only they plan events. */
export function useMayPlanEvents(): MayPlanEvents {
  const back = useReturn()
  const { data, isError, refetch } = useSubscription(back)
  if (!data) return { answer: undefined, retry: isError ? () => void refetch() : undefined, paid: undefined }
  const { subscriptionStatus, benefitsEndDate: end } = data
  const isToCome = end === null || Date.parse(end) > Date.now()
  return {
    answer: isSubscribed(subscriptionStatus) && isToCome,
    retry: undefined,
    paid: back === 'checkout' ? data : undefined,
  }
}
