import { startOfDate } from '../../values/calendar-date.ts'

/** How many entries of days away to come a guardian may have, and how many days ahead. */
export const awayLimits = { entries: 10, daysAhead: 365 } as const

/** First and last day, both included, as `2026-12-20`. */
export interface Days {
  from: string
  to: string
}

/** From `start` up to `end`, end excluded, in milliseconds since 1970. */
export interface Moments {
  start: number
  end: number
}

/** Returns the span from the start of the first day to the end of the last one, in the zone. */
export function momentsOf({ from, to }: Days, zone: string): Moments {
  return { start: startOfDate(from, zone), end: startOfDate(to, zone, 1) }
}

/** True if the child is away for any part of that time. */
export function busyOf({ away }: { away: readonly Moments[] }, { start, end }: Moments): boolean {
  return away.some((each) => start < each.end && each.start < end)
}
