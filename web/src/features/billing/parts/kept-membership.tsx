import { membershipButton } from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useSubscription } from '../billing.queries.ts'
import { useReturn } from '../use-return.ts'
import { MembershipButton } from './membership-button.tsx'

/** For whoever doesn't get to /profile: the way to what they may still pay for. Nothing where there is none. */
export function KeptMembership() {
  const { data } = useSubscription(useReturn())
  const button = data && membershipButton(data.subscriptionStatus)
  if (button?.opens !== 'portal') return null
  return (
    <>
      <p>{m.billing_can_end()}</p>
      <MembershipButton {...button} isSmall />
    </>
  )
}
