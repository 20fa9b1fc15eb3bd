import { m } from '@tagalong/contract/messages.ts'
import { clockTime } from '@tagalong/contract/values/date-format.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { dayOf, spokenDay } from './times/propose-times.rules.ts'

const whole = /^(20\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d)$/
const two = (number: number) => String(number).padStart(2, '0')

/**
 * Returns what a date-time input holds, `2026-12-05T10:00` on that zone's clock, as an ISO 8601 instant; null while it
 * is incomplete. An hour that a clock change skips becomes the one after it; of one shown twice, the first is meant.
 */
export function startOf(typed: string, zone: string): string | null {
  const [year, month, day, hour, minute] = (whole.exec(typed) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return null
  return new Date(instantOf({ year, month, day, hour, minute: minute ?? 0 }, zone)).toISOString()
}

/** Returns an ISO 8601 instant as a date-time input shows it on that zone's clock. */
export function typedOf(iso: string, zone: string): string {
  const { year, month, day, hour, minute } = wallTime(Date.parse(iso), zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** `Saturday December 5, 10:00 AM` */
export function spokenStart(iso: string, zone: string): string {
  return m.plan_start({ day: spokenDay(dayOf(Date.parse(iso), zone)), time: clockTime(iso, zone) })
}
