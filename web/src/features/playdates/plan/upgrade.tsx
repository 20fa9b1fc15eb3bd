import { membershipButton } from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useSearchParams } from 'react-router'
import { useSubscription } from '#features/billing/billing.queries.ts'
import { MembershipButton } from '#features/billing/parts/membership-button.tsx'
import { MembershipPrice } from '#features/billing/parts/membership-price.tsx'
import PremiumArt from '#ui/art/premium.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import './types.css'

/** Replaces 'Event' for users without premium. */
export function Upgrade() {
  return (
    <div className="upgrade">
      <PremiumArt />
      <b className="upgrade__premium">{m.plan_premium()}</b>
      <p>{m.plan_upgrade()}</p>
      {useMayBuy() && <MembershipPrice />}
      <ToMembership />
    </div>
  )
}

/**
 * Leads to the checkout and from there back to this draft, or to the profile if an existing subscription needs
 * attention.
 */
export function ToMembership() {
  const [query] = useSearchParams()
  const [again, ask] = [query.get('again'), query.get('ask')]
  if (useMayBuy()) {
    const from = { from: 'draft' as const, ...(again && { again }), ...(ask && { ask }) }
    return <MembershipButton label={m.common_subscribe()} opens="checkout" from={from} isSmall />
  }
  return (
    <ButtonLink variant="primary" size="small" to="/profile">
      {m.common_my_membership()}
    </ButtonLink>
  )
}

function useMayBuy(): boolean {
  const { data } = useSubscription()
  return membershipButton(data?.subscriptionStatus ?? null).opens === 'checkout'
}
