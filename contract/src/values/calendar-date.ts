import { instantOf, wallTime } from './time-zone.ts'

/** Returns the local date in the zone, as `2026-11-28`. */
export function dateIn(instant: number, zone: string): string {
  const { year, month, day } = wallTime(instant, zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** Returns the first moment of that date, or of `later` days after it, in the zone. */
export function startOfDate(date: string, zone: string, later = 0): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return instantOf({ year, month, day: day + later, hour: 0 }, zone)
}

/** Returns the number of days from `date` to `other`; negative if `other` is earlier. */
export function daysBetween(date: string, other: string): number {
  return (Date.parse(other) - Date.parse(date)) / 86_400_000
}
