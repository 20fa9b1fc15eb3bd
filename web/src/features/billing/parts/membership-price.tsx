import { priceText } from '@tagalong/contract/features/billing/billing.rules.ts'
import { usePrice } from '../billing.queries.ts'
import '../billing.css'

/** What a membership costs. Its line is reserved while it loads, and stays empty if there is no price. */
export function MembershipPrice() {
  const { data } = usePrice()
  return <p className="membership__price">{data?.price && priceText(data.price)}</p>
}
