import { startOfDate } from '../../values/calendar-date.ts'

/** How many days away to come somebody may have entered, and how far ahead. */
export const awayLimits = { entries: 10, daysAhead: 365 } as const

/** First and last day, both included, such as `2026-12-20`. */
export interface Days {
  from: string
  to: string
}

/** From a moment on, up to another one: milliseconds since 1970. */
export interface Moments {
  start: number
  end: number
}

/** From the first moment of the first day to that of the day after the last, on the zone's clocks. */
export function momentsOf({ from, to }: Days, zone: string): Moments {
  return { start: startOfDate(from, zone), end: startOfDate(to, zone, 1) }
}

/** True where the child is away for some of that time. */
export function busyOf({ away }: { away: readonly Moments[] }, { start, end }: Moments): boolean {
  return away.some((each) => start < each.end && each.start < end)
}
