import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Icon } from '#ui/icon.tsx'
import '../billing.css'

/** For whoever comes back from paying. The address alone grants nothing: what counts is what the provider has said. */
export function PaymentNote({ subscription }: { subscription: Subscription }) {
  const isConfirmed = isSubscribed(subscription.subscriptionStatus)
  return (
    <p className="membership__note" role="status">
      <Icon name={isConfirmed ? 'check' : 'clock'} small />
      {isConfirmed ? m.prompt_billing_confirmed() : m.prompt_billing_confirming()}
    </p>
  )
}
