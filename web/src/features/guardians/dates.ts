import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import { dayAndMonth } from '@tagalong/contract/values/date-format.ts'

/** The last day of a help that ends then, `02/20`: it is over at the end of that day. */
export function lastDay(until: string, zone: string): string {
  return dayAndMonth(new Date(Date.parse(until) - 1).toISOString(), zone)
}

/** The same for a date field, `2027-02-20`. */
export function lastDate(until: number, zone: string): string {
  return dateIn(until - 1, zone)
}

/** Of `2025-11`: `11/2025`. */
export function monthOf(yearAndMonth: string): string {
  const [year, month] = yearAndMonth.split('-')
  return `${month}/${year}`
}
