import { instantOf, wallTime } from './time-zone.ts'

/** The date that the zone's clocks show at that moment, as `2026-11-28`. */
export function dateIn(instant: number, zone: string): string {
  const { year, month, day } = wallTime(instant, zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The first moment of that date, or of the one so many days later, on the zone's clocks. */
export function startOfDate(date: string, zone: string, later = 0): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return instantOf({ year, month, day: day + later, hour: 0 }, zone)
}

/** How many days lie between two dates; below 0: the other one comes first. */
export function daysBetween(date: string, other: string): number {
  return (Date.parse(other) - Date.parse(date)) / 86_400_000
}
