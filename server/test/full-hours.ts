import { dateIn, startOfDate } from '@tagalong/contract/values/calendar-date.ts'

const hourMs = 3_600_000

let current = lastFull()

function lastFull(): number {
  return Math.floor(Date.now() / hourMs) * hourMs
}

/** Before each file of tests (vitest.config.ts): within one the hour doesn't turn between two questions for one time. */
export function startHour(): void {
  current = lastFull()
}

/** So many hours after the last full one: the same time however often a test asks. */
export function inHours(hours: number): Date {
  return new Date(current + hours * hourMs)
}

/** The date so many weeks after that moment's, in New York: by 168 hours each it may be another over a change of clocks. */
export function dateAfterWeeks(start: Date, weeks: number): string {
  const zone = 'America/New_York'
  return dateIn(startOfDate(dateIn(start.getTime(), zone), zone, weeks * 7), zone)
}
