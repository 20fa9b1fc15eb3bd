import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'

/** Links from a request to its order, which only the order's maker sees. */
export function InOrder({ playdate: { ask, status } }: { playdate: Playdate }) {
  // An accepted request ends the order.
  if (!ask || status === 'accepted') return null
  return (
    <p className="row facts__moved">
      <Icon name="people" small />
      <Link to={`/ask/${ask.id}`}>
        {status === 'pending' ? m.asks_asking_of({ position: ask.position, count: ask.of }) : m.asks_title()}
      </Link>
    </p>
  )
}
