import type { Price } from '@tagalong/contract/features/billing/billing.contract.ts'
import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'

/** The payment provider. Card details never come near us: users pay on pages of the provider's own. */
export interface Payments {
  /** Customers of one provider mean nothing to another. Play money counts as another provider than real money. */
  readonly provider: 'demo' | 'stripe' | 'stripe-test' | 'none'
  /**
   * Gives the provider the email address, and returns the customer's id there: a new one if the provider has forgotten
   * the known one.
   */
  saveCustomer(known: string | null, email: string): Promise<string>
  /** Returns the provider's current word on the customer; null if there is no subscription, or no such customer. */
  readSubscription(customerId: string): Promise<ProviderSubscription | null>
  /** Returns what a membership costs; null if that isn't one amount. */
  readPrice(): Promise<Price | null>
  /** Returns the address of a page that leads to `paid` once it is paid, otherwise to `givenUp`. */
  checkoutUrl(customerId: string, back: { paid: string; givenUp: string }): Promise<string>
  portalUrl(customerId: string, back: string): Promise<string>
  /** Deletes the customer, so that nothing is charged any more. A missing customer is no error. */
  forgetCustomer(customerId: string): Promise<void>
  /**
   * Returns a billing event if the provider has really sent it, and just now; otherwise null.
   * @param body as it was received
   */
  readEvent(body: string, signature: string): ProviderEvent | null
}

export interface ProviderSubscription {
  status: SubscriptionStatus
  /** When the benefits end or ended; null while they go on. */
  benefitsEndAt: Date | null
}

export interface ProviderEvent {
  /** The same each time that the event is sent. */
  id: string
  /** null if it isn't about a customer. */
  customerId: string | null
}
