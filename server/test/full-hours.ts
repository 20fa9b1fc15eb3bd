import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'

const hourMs = 3_600_000

let current = lastFull()

function lastFull(): number {
  return Math.floor(Date.now() / hourMs) * hourMs
}

/**
 * Called before each test file (vitest.config.ts), so that the hour doesn't change between two questions for one time.
 */
export function startHour(): void {
  current = lastFull()
}

/** Returns the moment that many hours after the last full one: the same however often a test asks. */
export function inHours(hours: number): Date {
  return new Date(current + hours * hourMs)
}

/**
 * Returns the date that many weeks after that moment's, in New York. Adding 168 hours each may give another date over a
 * change of clocks.
 */
export function dateAfterWeeks(start: Date, weeks: number): string {
  const zone = 'America/New_York'
  return dateIn(startOfDate(dateIn(start.getTime(), zone), zone, weeks * 7), zone)
}
