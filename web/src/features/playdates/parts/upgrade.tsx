import { membershipButton } from '@tagalong/contract/features/billing/billing.rules.ts'
import { useSearchParams } from 'react-router'
import { useSubscription } from '#features/billing/billing.queries.ts'
import { MembershipButton } from '#features/billing/parts/membership-button.tsx'
import { MembershipPrice } from '#features/billing/parts/membership-price.tsx'
import PremiumArt from '#ui/art/premium.svg?react'
import { ButtonLink } from '#ui/button.tsx'
import '#ui/styles/playdates.css'
import '../playdates.css'

/** Leads to the checkout, and from there back to this draft; to the membership where there is one to be mended. */
export function Upgrade() {
  const again = useSearchParams()[0].get('again')
  const { data } = useSubscription()
  const mayBuy = membershipButton(data?.subscriptionStatus ?? null).opens === 'checkout'
  return (
    <div className="upgrade">
      <PremiumArt />
      <b className="upgrade__premium">Premium</b>
      <p>Upgrade to Schedule Group Playdates and Events</p>
      {mayBuy ? (
        <>
          <MembershipPrice />
          <MembershipButton
            label="Subscribe"
            opens="checkout"
            from={{ from: 'draft', ...(again && { again }) }}
            isSmall
          />
        </>
      ) : (
        <ButtonLink variant="primary" size="small" to="/profile">
          My Membership
        </ButtonLink>
      )}
    </div>
  )
}
