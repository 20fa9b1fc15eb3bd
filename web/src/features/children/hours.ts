import {
  type Availability,
  type Block,
  type Day,
  days,
  endHour,
  firstHour,
  merged,
} from '@tagalong/contract/values/availability.ts'

/** The hours of a day that a cell stands for: 5 am to 9 pm. */
export const hours = Array.from({ length: endHour - firstHour }, (_, index) => firstHour + index)
export const noon = 12

export const dayNames = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
} satisfies Record<Day, string>

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

/** The week with those hours set free, or no longer free. */
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

/** Every hour between two corners. */
export function rectangle(from: Cell, to: Cell): Cell[] {
  const between = (a: number, b: number, value: number) => Math.min(a, b) <= value && value <= Math.max(a, b)
  return days
    .filter((_, index) => between(days.indexOf(from.day), days.indexOf(to.day), index))
    .flatMap((day) =>
      hours.filter((hour) => between(from.hour, to.hour, hour)).map((hour) => ({ day, hour })),
    )
}

/** The other days get that day's hours instead of their own. */
export function copied(week: Availability, from: Day, to: readonly Day[]): Availability {
  const blocks = blocksOf(week, from)
  return merged([
    ...week.filter(({ day }) => !to.includes(day)),
    ...to.map((day) => ({ day, blocks: blocks.map((each) => ({ ...each })) })),
  ])
}

const weekend: readonly Day[] = ['Sat', 'Sun']

/** What many families mean, in one press. */
export const presets = [
  {
    label: 'After school',
    when: 'Monday to Friday, 3 – 6 pm',
    cells: cellsOf(
      days.filter((day) => !weekend.includes(day)),
      15,
      18,
    ),
  },
  { label: 'Weekends', when: 'Saturday and Sunday, 9 am – 6 pm', cells: cellsOf(weekend, 9, 18) },
]

function cellsOf(of: readonly Day[], start: number, end: number): Cell[] {
  return of.flatMap((day) =>
    hours.filter((hour) => start <= hour && hour < end).map((hour) => ({ day, hour })),
  )
}

const clock = (hour: number) => hour % 12 || 12
const half = (hour: number) => (hour < noon ? 'am' : 'pm')

/** `2 – 7 pm`, `9 am – 1 pm`, `9 am – 12 noon` */
export function rangeText({ start, end }: Block): string {
  const from = start === noon ? '12 noon' : `${clock(start)}`
  const to = end === noon ? '12 noon' : `${clock(end)} ${half(end)}`
  const isOneHalf = half(start) === half(end) && end !== noon
  return start === noon || isOneHalf ? `${from} – ${to}` : `${from} ${half(start)} – ${to}`
}

/** `2 – 7 pm`, `9 – 11 am and 2 – 7 pm`; empty where no hour is free. */
export function dayText(week: Availability, day: Day): string {
  return new Intl.ListFormat('en').format(blocksOf(week, day).map(rangeText))
}

/** `Friday, 2 – 7 pm`, or that there are none. */
export function dayLine(week: Availability, day: Day): string {
  const text = dayText(week, day)
  return text ? `${dayNames[day]}, ${text}` : `${dayNames[day]}: no free hours yet`
}
