import { instantOf, type WallTime, wallTime } from '../../values/time-zone.ts'

/** How long a request waits for its answer: 'A few hours' or 'A day'. Without one: 'No rush'. */
export const waits = ['hours', 'day'] as const
export type Wait = (typeof waits)[number]

const aFewHours = 4 * 3_600_000
/** Nobody looks at night: an end from 9 pm to 7 am is moved to 9 am. */
const night = { from: 21, to: 7, until: 9 }

/**
 * Returns when a wait that begins at `from` ends, on the asker's clock. A day ends at the same wall time tomorrow.
 * @param from milliseconds since 1970, like the result
 */
export function deadline(from: number, wait: Wait | { hours: number }, zone: string): number {
  if (wait !== 'day') return byDay(from + (wait === 'hours' ? aFewHours : wait.hours * 3_600_000), zone)
  const wall = wallTime(from, zone)
  return byDay(instantOf({ ...wall, day: wall.day + 1 }, zone), zone)
}

/** Moves an end at night to 9 am of the same or the next morning. */
function byDay(instant: number, zone: string): number {
  const wall = wallTime(instant, zone)
  if (wall.hour < night.to) return morning(wall, 0, zone)
  return wall.hour >= night.from ? morning(wall, 1, zone) : instant
}

function morning({ year, month, day }: WallTime, days: number, zone: string): number {
  return instantOf({ year, month, day: day + days, hour: night.until }, zone)
}

/** True if nobody should be asked at that time. */
export function isNight(instant: number, zone: string): boolean {
  const { hour } = wallTime(instant, zone)
  return hour >= night.from || hour < night.to
}

/**
 * Returns by when a request is to be answered, at the latest by its last proposed time. Milliseconds since 1970; null
 * without a wait.
 */
export function answerBy(
  from: number,
  wait: Wait | null,
  { times, zone }: { times: readonly number[]; zone: string },
): number | null {
  return wait && Math.min(deadline(from, wait, zone), Math.max(...times))
}
