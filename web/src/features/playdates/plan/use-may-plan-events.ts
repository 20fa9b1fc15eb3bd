import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { useSubscription } from '#features/billing/billing.queries.ts'
import { useReturn } from '#features/billing/use-return.ts'

export interface MayPlanEvents {
  /** Undefined while unknown. */
  answer: boolean | undefined
  /** Set if the subscription could not be fetched. */
  retry: (() => void) | undefined
  /** Set if the viewer has just returned from paying. */
  paid: Subscription | undefined
}

/** Says whether the viewer is premium, which planning events requires. */
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
