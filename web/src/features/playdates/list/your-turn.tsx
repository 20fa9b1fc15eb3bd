import { isMyTurn } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { nextOfSeries } from '@tagalong/contract/features/playdates/series.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useNow } from '#lib/now.ts'
import { useListPlaydates } from '../playdate-lists.queries.ts'

/** `Your turn: 2` for the dashboard, if requests or events wait for the viewer's answer. */
export function YourTurn() {
  const now = useNow(60_000)
  const { data: pending = [] } = useListPlaydates('pending')
  const { data: accepted = [] } = useListPlaydates('accepted')
  const waiting = [...pending, ...accepted].filter((each) => isMyTurn(each, now))
  const count = nextOfSeries(waiting, now).length
  if (count === 0) return null
  return <span className="tile__turn">{m.playdates_your_turn_count({ count })}</span>
}
