import { m } from '@tagalong/contract/messages.ts'
import {
  type Availability,
  type Block,
  type Day,
  days,
  endHour,
  firstHour,
  merged,
} from '@tagalong/contract/values/availability.ts'
import { availabilityHour } from '@tagalong/contract/values/date-format.ts'
import { currentLanguage, type Language } from '@tagalong/contract/values/language.ts'

/** The hours that have a cell: 5 am to 9 pm. */
export const hours = Array.from({ length: endHour - firstHour }, (_, index) => firstHour + index)
export const noon = 12

const dayNames: Partial<Record<Language, Record<Day, string>>> = {}

/** Returns `Friday`, in Spanish `viernes`, for use within a sentence. */
export function dayName(day: Day): string {
  const language = currentLanguage()
  dayNames[language] ??= dayNamesIn(language)
  return dayNames[language][day]
}

/** Returns `Friday`, in Spanish `Viernes`, for use alone or at the start of a sentence. */
function dayTitle(day: Day): string {
  const name = dayName(day)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Splits a day's name into `Fri`, in Spanish `Vie`, and the rest. */
export function splitDay(day: Day): [short: string, rest: string] {
  const name = dayTitle(day)
  return [name.slice(0, 3), name.slice(3)]
}

function dayNamesIn(language: Language) {
  const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 4 January 1970 was a Sunday.
  const names = days.map((day, index) => [day, format(Date.UTC(1970, 0, 4 + index))])
  return Object.fromEntries(names) as Record<Day, string>
}

/** One hour of the week. */
export interface Cell {
  day: Day
  hour: number
}

export function isFree(week: Availability, { day, hour }: Cell): boolean {
  return blocksOf(week, day).some(({ start, end }) => start <= hour && hour < end)
}

export function blocksOf(week: Availability, day: Day): readonly Block[] {
  return week.find((each) => each.day === day)?.blocks ?? []
}

/** Returns the week with those hours set free or not free. */
export function painted(week: Availability, cells: readonly Cell[], free: boolean): Availability {
  const changed = new Set(cells.map(({ day, hour }) => `${day}${hour}`))
  return merged(
    days.map((day) => ({
      day,
      blocks: hours
        .filter((hour) => (changed.has(`${day}${hour}`) ? free : isFree(week, { day, hour })))
        .map((hour) => ({ start: hour, end: hour + 1 })),
    })),
  )
}

/** Returns all hours between two corners. */
export function rectangle(from: Cell, to: Cell): Cell[] {
  const between = (a: number, b: number, value: number) => Math.min(a, b) <= value && value <= Math.max(a, b)
  return days
    .filter((_, index) => between(days.indexOf(from.day), days.indexOf(to.day), index))
    .flatMap((day) =>
      hours.filter((hour) => between(from.hour, to.hour, hour)).map((hour) => ({ day, hour })),
    )
}

/** Replaces the hours of the other days by those of one day. */
export function copied(week: Availability, from: Day, to: readonly Day[]): Availability {
  const blocks = blocksOf(week, from)
  return merged([
    ...week.filter(({ day }) => !to.includes(day)),
    ...to.map((day) => ({ day, blocks: blocks.map((each) => ({ ...each })) })),
  ])
}

const weekend: readonly Day[] = ['Sat', 'Sun']

const afterSchool: Block = { start: 15, end: 18 }
const ofWeekends: Block = { start: 9, end: 18 }

/** What many families choose, in one press. */
export const presets = [
  {
    label: m.children_after_school,
    when: () => m.children_after_school_when({ hours: rangeText(afterSchool) }),
    cells: cellsOf(
      days.filter((day) => !weekend.includes(day)),
      afterSchool,
    ),
  },
  {
    label: m.children_weekends,
    when: () => m.children_weekends_when({ hours: rangeText(ofWeekends) }),
    cells: cellsOf(weekend, ofWeekends),
  },
]

function cellsOf(of: readonly Day[], { start, end }: Block): Cell[] {
  return of.flatMap((day) =>
    hours.filter((hour) => start <= hour && hour < end).map((hour) => ({ day, hour })),
  )
}

/** Returns `Friday 3 pm, free`, the accessible name of an hour. */
export function cellName({ day, hour }: Cell, isFreeThen: boolean): string {
  const when = { day: dayTitle(day), hour: availabilityHour(hour) }
  return isFreeThen ? m.children_hour_free(when) : m.children_hour_not_free(when)
}

/** Returns for example `2 – 7 pm`, `9 am – 1 pm` or `9 am – 12 noon`. */
export function rangeText({ start, end }: Block): string {
  const isOneHalf = start !== noon && start < noon === end < noon
  return `${isOneHalf ? start % 12 : availabilityHour(start)} – ${availabilityHour(end)}`
}

/** Returns `2 – 7 pm` or `9 – 11 am and 2 – 7 pm`; empty if no hour is free. */
export function dayText(week: Availability, day: Day): string {
  return new Intl.ListFormat(currentLanguage()).format(blocksOf(week, day).map(rangeText))
}

/** Returns `Friday, 2 – 7 pm`, or says that the day has no free hours. */
export function dayLine(week: Availability, day: Day): string {
  const hoursOfDay = dayText(week, day)
  return hoursOfDay
    ? m.children_day_hours({ day: dayTitle(day), hours: hoursOfDay })
    : m.children_day_no_hours({ day: dayTitle(day) })
}
