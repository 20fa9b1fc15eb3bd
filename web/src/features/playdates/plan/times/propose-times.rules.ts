import { longestSpanDays } from '@tagalong/contract/features/children/children.contract.ts'
import { type Fit, firstSlotHour, lastSlotHour } from '@tagalong/contract/features/children/slots.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { slotHour } from '@tagalong/contract/values/date-format.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { monthName, weekdayName } from '#features/playdates/playdate-words.ts'

/** A day on the calendar, without a time zone. `month` counts from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** Days shown on either side of the selected one. */
const besides = 2

export function dayOf(instant: number, zone: string): CalendarDay {
  const { year, month, day } = wallTime(instant, zone)
  return { year, month, day }
}

/** Returns the day that many days later; months and years roll over. */
export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** Negative if `a` is before `b`. */
export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return a.year - b.year || a.month - b.month || a.day - b.day
}

export function isSameDay(a: CalendarDay, b: CalendarDay): boolean {
  return compareDays(a, b) === 0
}

export function stripOf(selected: CalendarDay): CalendarDay[] {
  return Array.from({ length: 2 * besides + 1 }, (_, index) => addDays(selected, index - besides))
}

/** Returns the first selectable day of the month that many months away; null if it has passed entirely. */
export function dayInMonth(selected: CalendarDay, months: number, today: CalendarDay): CalendarDay | null {
  const first = addDays({ year: selected.year, month: selected.month + months, day: 1 }, 0)
  if (first.year === today.year && first.month === today.month) return today
  return compareDays(first, today) < 0 ? null : first
}

/**
 * Returns the span to fetch: the page of slots that contains the day. Pages follow each other from today, each as long
 * as one call may ask for. A page runs from its first day's first slot to the end of its last day's last, so that it
 * stays below the longest span even when the clocks are set back in it.
 */
export function pageOf(day: CalendarDay, today: CalendarDay, zone: string): { from: string; to: string } {
  const before = Math.floor(daysBetween(today, day) / longestSpanDays) * longestSpanDays
  const first = addDays(today, before)
  const last = addDays(first, longestSpanDays - 1)
  return {
    from: new Date(instantOf({ ...first, hour: firstSlotHour }, zone)).toISOString(),
    to: new Date(instantOf({ ...last, hour: lastSlotHour + 1 }, zone)).toISOString(),
  }
}

function daysBetween(from: CalendarDay, to: CalendarDay): number {
  const utc = ({ year, month, day }: CalendarDay) => Date.UTC(year, month - 1, day)
  return (utc(to) - utc(from)) / 86_400_000
}

export interface HourSlot {
  /** ISO 8601, as it will be proposed. */
  start: string
  /** `3 pm` */
  text: string
  /** Null until fetched. */
  fit: Fit | null
  isPast: boolean
  isPicked: boolean
}

/** Returns the day's hours from 5 am to 9 pm on the viewer's clock. */
export function hoursOf(
  day: CalendarDay,
  slots: readonly { start: string; fit: Fit }[] | undefined,
  picked: readonly string[],
  zone: string,
  now: number,
): HourSlot[] {
  const fits = new Map(slots?.map(({ start, fit }) => [Date.parse(start), fit]))
  const chosen = new Set(picked.map((each) => Date.parse(each)))
  return Array.from({ length: lastSlotHour - firstSlotHour + 1 }, (_, index) => {
    const hour = firstSlotHour + index
    const start = instantOf({ ...day, hour }, zone)
    return {
      start: new Date(start).toISOString(),
      text: slotHour(hour),
      fit: fits.get(start) ?? null,
      isPast: start <= now,
      isPicked: chosen.has(start),
    }
  })
}

/** Picks or unpicks the time. The result is sorted. */
export function toggleTime(picked: readonly string[], start: string): string[] {
  const others = picked.filter((each) => Date.parse(each) !== Date.parse(start))
  const next = others.length < picked.length ? others : [...picked, start]
  return next.toSorted((a, b) => Date.parse(a) - Date.parse(b))
}

/** `Saturday November 28` */
export function spokenDay(day: CalendarDay): string {
  const [weekday, month] = [weekdayName(weekdayOf(day)), monthName(day.month)]
  return m.plan_day({ weekday, month, day: day.day })
}

export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** `Saturday November 28, 3 pm, should work for everyone` */
export function spokenHour(day: CalendarDay, slot: HourSlot): string {
  const said = { day: spokenDay(day), hour: slot.text }
  if (slot.isPast) return m.plan_hour_passed(said)
  if (slot.fit === null) return m.plan_hour(said)
  return slot.fit === 'all' ? m.plan_hour_all(said) : m.plan_hour_some(said)
}

/** Groups clashing hours by their warning: `9 am, 10 am`. */
export function clashesByHour(
  hours: readonly { text: string; clash: string | null }[],
): { text: string; clash: string }[] {
  const byClash = new Map<string, string[]>()
  for (const { text, clash } of hours) {
    if (clash !== null) byClash.set(clash, [...(byClash.get(clash) ?? []), text])
  }
  return [...byClash].map(([clash, texts]) => ({ clash, text: texts.join(', ') }))
}
