import type { PlaydateRow } from '../playdate-people.ts'

/** A playdate, perhaps one date of a series. */
export type MaybeOfSeries = Pick<PlaydateRow, 'id' | 'series_id' | 'accepted_time' | 'proposed_times'>

/** Returns its start, or the earliest proposed one while none is accepted. */
export function startOf({
  accepted_time,
  proposed_times,
}: Pick<PlaydateRow, 'accepted_time' | 'proposed_times'>): Date {
  const start = accepted_time ?? proposed_times[0]
  if (!start) throw new Error('a playdate has no time')
  return start
}

/**
 * Returns the one place and time that a plain yes accepts; null if there are several to choose from, or if the only
 * place was removed by an administrator, which left it empty.
 */
export function onlyOffer(row: PlaydateRow): { location: string; time: Date } | null {
  const [location, another] = [row.location1, row.location2, row.location3].flatMap((each) => each || [])
  const [time, later] = row.proposed_times
  return location !== undefined && another === undefined && time && !later ? { location, time } : null
}

/** True if it waits for the viewer, who can answer it with a plain yes or no. */
export function isOpen(row: PlaydateRow, now: number): boolean {
  if (!row.may_act || row.side !== 'recipient' || startOf(row).getTime() <= now) return false
  if (row.type === 'group') return row.status === 'accepted' && row.response === null
  return row.status === 'pending' && row.last_side === 'owner' && onlyOffer(row) !== null
}

/**
 * Returns what becomes of it when its series is stopped; null if it stays, since it has begun, is off already or isn't
 * the viewer's to stop. A side can't reject its own counter-proposal, so that is cancelled.
 */
export function endOf(row: PlaydateRow, now: number): 'cancelled' | 'rejected' | null {
  const isStoppable = row.may_act && (row.type === 'single' || row.side === 'owner')
  if (!isStoppable) return null
  if (row.status === 'accepted') return startOf(row).getTime() > now ? 'cancelled' : null
  if (row.status !== 'pending') return null
  return row.side === 'recipient' && row.last_side === 'owner' ? 'rejected' : 'cancelled'
}
