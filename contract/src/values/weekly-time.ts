import * as z from 'zod/mini'
import { instantOf, wallTime } from './time-zone.ts'

/**
 * A time in one certain week: `week` counts from 0 = the present one, a year ahead at most. `weekday` counts from 0 =
 * Sunday; hour 24 is the end of the day.
 */
export const weeklyTime = z.strictObject({
  week: z.int().check(z.gte(0), z.lte(52)),
  weekday: z.int().check(z.gte(0), z.lte(6)),
  hour: z.int().check(z.gte(0), z.lt(25)),
  minute: z.int().check(z.gte(0), z.lt(60)),
  second: z.int().check(z.gte(0), z.lt(60)),
})
type WeeklyTime = z.infer<typeof weeklyTime>

/**
 * Returns the moment at which the zone shows that wall time, in milliseconds since 1970. Weeks begin on Sunday. Throws
 * if a part is out of range.
 *
 * @param now a moment in week 0
 */
export function instantOfWeekly(time: WeeklyTime, now: number, zone: string): number {
  const { week, weekday, hour, minute, second } = weeklyTime.parse(time)
  const { year, month, ...today } = wallTime(now, zone)
  const day = today.day - today.weekday + 7 * week + weekday
  return instantOf({ year, month, day, hour, minute }, zone) + second * 1000
}
