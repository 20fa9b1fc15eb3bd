import { helpDays } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { badInput, type Refusal } from '#http/refusal.ts'

const day = 86_400_000
const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

/**
 * The moment at which a helper's last day is over on the clock of whoever chose it: today at the earliest, and 365 days
 * ahead at most.
 */
export function endOfLastDay(date: string, { now, zone }: { now: number; zone: string }): Date | Refusal {
  const ahead = (midnight(date) - midnight(dayOf(now, zone))) / day
  if (ahead < 0) return badInput('until', m.prompt_guardian_until)
  if (ahead > helpDays.atMost) return badInput('until', m.prompt_guardian_until_far)
  const next = new Date(midnight(date) + day)
  const wall = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate(), hour: 0 }
  return new Date(instantOf(wall, zone))
}

/** The last day of help that ends at that moment, as `2026-11-28`. */
export function lastDayOf(until: Date, zone: string): string {
  return dayOf(until.getTime() - 1, zone)
}

function dayOf(instant: number, zone: string): string {
  const { year, month, day } = wallTime(instant, zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
