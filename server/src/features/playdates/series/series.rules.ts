import type { PlaydateRow } from '../playdate-people.ts'

/** A playdate, perhaps one date of a series. */
export type MaybeOfSeries = Pick<PlaydateRow, 'id' | 'series_id' | 'accepted_time' | 'proposed_times'>

/** When it begins, or may at the soonest. */
export function startOf({
  accepted_time,
  proposed_times,
}: Pick<PlaydateRow, 'accepted_time' | 'proposed_times'>): Date {
  const start = accepted_time ?? proposed_times[0]
  if (!start) throw new Error('a playdate has no time')
  return start
}

/** The one place and time that a plain yes takes; null where there are several to choose from. */
export function onlyOffer(row: PlaydateRow): { location: string; time: Date } | null {
  const [location, another] = [row.location1, row.location2, row.location3].filter((each) => each !== null)
  const [time, later] = row.proposed_times
  return location !== undefined && another === undefined && time && !later ? { location, time } : null
}

/** It waits for the viewer, who can say yes or no to it as it is. */
export function isOpen(row: PlaydateRow, now: number): boolean {
  if (!row.may_act || row.side !== 'recipient' || startOf(row).getTime() <= now) return false
  if (row.type === 'group') return row.status === 'accepted' && row.response === null
  return row.status === 'pending' && row.last_side === 'owner' && onlyOffer(row) !== null
}

/**
 * What becomes of it when its series is stopped; null where it stays: what has begun is over. Who proposed something else
 * can't say no to that, and takes it back.
 */
export function endOf(row: PlaydateRow, now: number): 'cancelled' | 'rejected' | null {
  const isStoppable = row.may_act && (row.type === 'single' || row.side === 'owner')
  if (!isStoppable) return null
  if (row.status === 'accepted') return startOf(row).getTime() > now ? 'cancelled' : null
  if (row.status !== 'pending') return null
  return row.side === 'recipient' && row.last_side === 'owner' ? 'rejected' : 'cancelled'
}
