import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import {
  isSubscribed,
  membershipBadge,
  membershipButton,
} from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect, useId, useRef } from 'react'
import { useNow } from '#lib/now.ts'
import { useViewer } from '#lib/session/session.tsx'
import PremiumArt from '#ui/art/premium.svg?react'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { useSubscription } from '../billing.queries.ts'
import { useReturn } from '../use-return.ts'
import { MembershipButton } from './membership-button.tsx'
import { MembershipPrice } from './membership-price.tsx'
import { PaymentNote } from './payment-note.tsx'
import '../billing.css'

/** The state of the viewer's membership, and the one button for the next step. */
export function MyMembership() {
  const titleId = useId()
  const back = useReturn()
  const subscription = useSubscription(back)
  const { data } = subscription
  const part = useRef<HTMLElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    // It is far down the page, and what a viewer looks for after paying.
    if (back && isThere) part.current?.scrollIntoView({ block: 'center' })
  }, [back, isThere])
  return (
    <section className="card tinted membership" aria-labelledby={titleId} ref={part}>
      <div className="row">
        <div className="membership__state">
          <h2 id={titleId}>{m.common_my_membership()}</h2>
          {data && <MembershipBadge subscription={data} />}
        </div>
        <span className="membership__art">
          <PremiumArt />
        </span>
      </div>
      <Loaded query={subscription} skeleton={<Waiting />}>
        {(current) => {
          const button = membershipButton(current.subscriptionStatus)
          return (
            <>
              {back === 'checkout' && <PaymentNote subscription={current} />}
              {button.opens === 'checkout' && <MembershipPrice />}
              <MembershipButton {...button} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** As high as the price and the button, so that nothing below moves from under a finger. */
function Waiting() {
  return (
    <div role="status">
      <span className="sr">{m.common_loading()}</span>
      <p className="membership__price" aria-hidden="true" />
      <span className="skeleton membership__waiting" aria-hidden="true" />
    </div>
  )
}

function MembershipBadge({ subscription }: { subscription: Subscription }) {
  const { timeZone } = useViewer()
  const now = useNow(60_000)
  const isActive = isSubscribed(subscription.subscriptionStatus)
  return (
    <span className={isActive ? 'badge badge--confirmed' : 'badge membership__badge'}>
      {isActive && <Icon name="check" />}
      {membershipBadge(subscription, now, timeZone)}
    </span>
  )
}
