import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { useSubscription } from '#features/billing/billing.queries.ts'

export interface MayPlanEvents {
  /** Undefined while it isn't known. */
  answer: boolean | undefined
  /** Where it could not be looked up. */
  retry: (() => void) | undefined
}

/** Whether the viewer is a premium member: only they plan events. */
export function useMayPlanEvents(): MayPlanEvents {
  const { data, isError, refetch } = useSubscription()
  if (!data) return { answer: undefined, retry: isError ? () => void refetch() : undefined }
  const { subscriptionStatus, benefitsEndDate: end } = data
  const isToCome = end === null || Date.parse(end) > Date.now()
  return { answer: isSubscribed(subscriptionStatus) && isToCome, retry: undefined }
}
