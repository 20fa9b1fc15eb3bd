import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useListPlaydates } from '../playdate-lists.queries.ts'

/** Number of unread messages in all chats, for the bar. */
export function UnreadMessages() {
  const pending = useListPlaydates('pending')
  const accepted = useListPlaydates('accepted')
  const count = unreadOf(pending.data) + unreadOf(accepted.data)
  if (count === 0) return null
  return (
    <>
      <b className="bar__count" aria-hidden="true">
        {count}
      </b>
      <span className="sr"> ({m.playdates_new_messages({ count })})</span>
    </>
  )
}

function unreadOf(playdates: readonly Playdate[] = []): number {
  return playdates.reduce((sum, { unread }) => sum + unread, 0)
}
