import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import { dayAndMonth } from '@tagalong/contract/values/date-format.ts'

/** Returns the last day of a help, `02/20`. `until` is the end of that day. */
export function lastDay(until: string, zone: string): string {
  return dayAndMonth(new Date(Date.parse(until) - 1).toISOString(), zone)
}

/** Returns the last day for a date field, `2027-02-20`. */
export function lastDate(until: number, zone: string): string {
  return dateIn(until - 1, zone)
}

/** Turns `2025-11` into `11/2025`. */
export function monthOf(yearAndMonth: string): string {
  const [year, month] = yearAndMonth.split('-')
  return `${month}/${year}`
}
