import type { Subscription } from '@tagalong/contract/features/billing/billing.contract.ts'
import { isSubscribed } from '@tagalong/contract/features/billing/billing.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Icon } from '#ui/icon.tsx'
import '../billing.css'

/** Shown after paying. The address alone grants nothing: only what the provider reported counts. */
export function PaymentNote({ subscription }: { subscription: Subscription }) {
  const isConfirmed = isSubscribed(subscription.subscriptionStatus)
  return (
    <p className="membership__note" role="status">
      <Icon name={isConfirmed ? 'check' : 'clock'} small />
      {isConfirmed ? m.prompt_billing_confirmed() : m.prompt_billing_confirming()}
    </p>
  )
}
