import { helpDays } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn, daysBetween, startOfDate } from '@tagalong/contract/values/calendar-date.ts'
import { badInput, type Refusal } from '#http/refusal.ts'

/**
 * Returns the moment at which a helper's last day ends, on the clock of the guardian who chose it. The day is today at
 * the earliest, and 365 days ahead at most.
 */
export function endOfLastDay(date: string, { now, zone }: { now: number; zone: string }): Date | Refusal {
  const ahead = daysBetween(dateIn(now, zone), date)
  if (ahead < 0) return badInput('until', m.prompt_guardian_until)
  if (ahead > helpDays.atMost) return badInput('until', m.prompt_guardian_until_far)
  return new Date(startOfDate(date, zone, 1))
}

/** The last day of help that ends at that moment, as `2026-11-28`. */
export function lastDayOf(until: Date, zone: string): string {
  return dateIn(until.getTime() - 1, zone)
}
