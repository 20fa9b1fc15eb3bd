import type { Repeat, Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { clockTime, dayAndMonth } from '@tagalong/contract/values/date-format.ts'
import { wallTime } from '@tagalong/contract/values/time-zone.ts'
import { weekdayName } from '../playdate-words.ts'

function weekdayOf(time: string, zone: string): string {
  return weekdayName(wallTime(Date.parse(time), zone).weekday)
}

/** That of most dates: one that was moved doesn't make it another. */
function weekdayOfMost(dates: Series['dates'], zone: string): string {
  const weekdays = dates.map(({ start }) => weekdayOf(start, zone))
  const count = (weekday: string) => weekdays.filter((each) => each === weekday).length
  return weekdays.toSorted((a, b) => count(b) - count(a))[0] ?? ''
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
