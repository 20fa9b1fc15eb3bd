import type { Price } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'

/** Who takes the money. What is paid with never comes near us: people go to pages of the provider's own. */
export interface Payments {
  /** Its customers mean nothing to another one. Play money is another than real money. */
  readonly provider: 'demo' | 'stripe' | 'stripe-test' | 'none'
  /**
   * Gives the provider the address, and answers the customer's name there. It is another one than the known where
   * the provider has forgotten that.
   */
  saveCustomer(known: string | null, email: string): Promise<string>
  /** What it says of the customer at this moment; null where there is no subscription, or no such customer. */
  readSubscription(customerId: string): Promise<ProviderSubscription | null>
  /** What a membership costs; null where that can't be said in one amount. */
  readPrice(): Promise<Price | null>
  /** Leads to `paid` once it is paid, otherwise to `given up`. */
  checkoutUrl(customerId: string, back: { paid: string; givenUp: string }): Promise<string>
  portalUrl(customerId: string, back: string): Promise<string>
  /** Nothing is charged from now on. A customer who isn't there is no error. */
  forgetCustomer(customerId: string): Promise<void>
  /**
   * What the provider sends us, if it really was the provider, and just now; otherwise null.
   * @param body as it came over the wire
   */
  readEvent(body: string, signature: string): ProviderEvent | null
}

export interface ProviderSubscription {
  status: SubscriptionStatus
  /** When the benefits end or ended; null where nobody has called an end. */
  benefitsEndAt: Date | null
}

export interface ProviderEvent {
  /** The same for each repetition. */
  id: string
  /** null where it is about something else than a customer. */
  customerId: string | null
}
