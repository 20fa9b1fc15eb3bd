import type { Repeat, Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { weekdayName } from '../playdate-words.ts'

function weekdayOf(time: string, zone: string): string {
  return weekdayName(wallTime(Date.parse(time), zone).weekday)
}

type Dates = Series['dates']

/** Returns the most frequent value; the first of several. */
function mostOf<T>(values: readonly T[]): T | undefined {
  const count = (value: T) => values.filter((each) => each === value).length
  return values.toSorted((a, b) => count(b) - count(a))[0]
}

/** Returns the weekday of most dates, so that one moved date doesn't change it. */
function weekdayOfMost(dates: Dates, zone: string): string {
  return mostOf(dates.map(({ start }) => weekdayOf(start, zone))) ?? ''
}

/** Returns the clock time and place of most dates. */
export function usualOf(dates: Dates, zone: string): { time: string; location: string | null } {
  return {
    time: mostOf(dates.map(({ start }) => clockTime(start, zone))) ?? '',
    location: mostOf(dates.map(({ location }) => location)) ?? null,
  }
}

/** Returns the last date on the weekday and time of most, preferring dates that were not cancelled. */
export function lastUsualOf(dates: Dates, zone: string): string {
  const usual = mostOf(dates.map(({ start }) => timesText(start, zone)))
  const alike = dates.filter(({ start }) => timesText(start, zone) === usual)
  const last = alike.findLast(({ status }) => status !== 'cancelled') ?? alike.at(-1)
  return last?.start ?? ''
}

/** Returns a date's clock time and place, each null if it is the usual one. */
export function unusualOf(
  { start, location }: Dates[number],
  dates: Dates,
  zone: string,
): { time: string | null; location: string | null } {
  const usual = usualOf(dates, zone)
  const time = clockTime(start, zone)
  return {
    time: time === usual.time ? null : time,
    location: location === usual.location ? null : location,
  }
}

/** True if a time or place other than the usual was proposed for the date after the series was made. */
export function isOtherProposal(date: Dates[number], dates: Dates, zone: string): boolean {
  const { time, location } = unusualOf(date, dates, zone)
  const isOtherDay = weekdayOf(date.start, zone) !== weekdayOfMost(dates, zone)
  return date.version > 1 && (isOtherDay || time !== null || location !== null)
}

/** `Every Tuesday`, `Every other Tuesday` */
export function rhythmText(
  { everyWeeks, dates }: Pick<Series, 'everyWeeks' | 'dates'>,
  zone: string,
): string {
  const weekday = weekdayOfMost(dates, zone)
  return everyWeeks === 1 ? m.series_every({ weekday }) : m.series_every_other({ weekday })
}

/** `Tuesday, 11/24` */
export function dayText(time: string, zone: string): string {
  return m.series_day({ weekday: weekdayOf(time, zone), day: dayAndMonth(time, zone) })
}

/** `Tuesdays, 3:30 PM` */
export function timesText(time: string, zone: string): string {
  return m.series_times({ weekday: weekdayOf(time, zone), time: clockTime(time, zone) })
}

/** `Every week` */
export function often(repeat: Pick<Repeat, 'everyWeeks'> | null): string {
  if (!repeat) return m.series_once()
  return repeat.everyWeeks === 1 ? m.series_weekly() : m.series_biweekly()
}
