import { membershipButton } from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useSubscription } from '../billing.queries.ts'
import { useReturn } from '../use-return.ts'
import { MembershipButton } from './membership-button.tsx'

/** Lets users who can't open /profile manage a membership that they may still pay for. Otherwise shows nothing. */
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
