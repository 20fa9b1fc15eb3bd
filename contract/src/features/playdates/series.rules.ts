import { m, type Text } from '../../messages.ts'
import { dateIn } from '../../values/calendar-date.ts'
import { instantOf, wallTime } from '../../values/time-zone.ts'
import type { Playdate } from './playdate.ts'
import type { Repeat } from './series.contract.ts'

/** Number of dates in a series. */
export const seriesLength = { min: 2, max: 13 }

/**
 * Returns the starts of a series in ISO 8601: at the wall time of the first one in the zone, up to and including the
 * day `until`. One date more than the maximum means that there are too many.
 */
export function datesOfSeries(start: string, { everyWeeks, until }: Repeat, zone: string): string[] {
  const first = wallTime(Date.parse(start), zone)
  const dates = [start]
  while (dates.length <= seriesLength.max) {
    const at = instantOf({ ...first, day: first.day + dates.length * everyWeeks * 7 }, zone)
    if (dateIn(at, zone) > until) break
    dates.push(new Date(at).toISOString())
  }
  return dates
}

/** Returns the first future date that follows `start` in its series. */
export function followingDate(
  start: string,
  { everyWeeks, now }: Pick<Repeat, 'everyWeeks'> & { now: number },
  zone: string,
): string {
  const first = wallTime(Date.parse(start), zone)
  for (let weeks = everyWeeks; ; weeks += everyWeeks) {
    const at = instantOf({ ...first, day: first.day + weeks * 7 }, zone)
    if (at > now) return new Date(at).toISOString()
  }
}

interface Repeating {
  times: readonly string[]
  places: readonly string[]
  repeat: Repeat
}

/** Returns why a playdate can't repeat, and the proposal's field to show it on; null if it can. */
export function problemOfSeries(
  { times, places, repeat }: Repeating,
  zone: string,
): { field: 'proposedTimes' | 'proposedLocations.option1' | 'repeat.until'; text: Text } | null {
  const [time] = times
  if (time === undefined || times.length > 1) {
    return { field: 'proposedTimes', text: m.prompt_series_one_time }
  }
  if (places.length !== 1) return { field: 'proposedLocations.option1', text: m.prompt_series_one_place }
  const count = datesOfSeries(time, repeat, zone).length
  if (count < seriesLength.min) return { field: 'repeat.until', text: m.prompt_series_later_end }
  return count > seriesLength.max ? { field: 'repeat.until', text: m.prompt_series_too_many } : null
}

/**
 * Returns only the next date of each series, with the unread messages of all its dates; several dates if turns or own
 * answers differ. If all have begun, returns the last one.
 */
export function nextOfSeries(playdates: readonly Playdate[], now: number): Playdate[] {
  const next = new Map<string, Playdate>()
  const unread = new Map<string, number>()
  for (const each of playdates) {
    const key = keyOf(each)
    const known = next.get(key)
    if (!known || isBefore(each, known, now)) next.set(key, each)
    unread.set(key, (unread.get(key) ?? 0) + each.unread)
  }
  return playdates
    .filter((each) => next.get(keyOf(each)) === each)
    .map((each) => ({ ...each, unread: unread.get(keyOf(each)) ?? 0 }))
}

function keyOf({ _id, series, status, lastSide, response }: Playdate): string {
  const turn = status === 'pending' && lastSide
  return series ? [series.id, status, turn, response].join() : _id
}

function isBefore(one: Playdate, other: Playdate, now: number): boolean {
  const [a, b] = [startOf(one), startOf(other)]
  return a > now ? b <= now || a < b : b <= now && a > b
}

/** When it begins, or the earliest proposed time. */
function startOf({ acceptedTime, proposedTimes }: Playdate): number {
  return Math.min(...(acceptedTime ? [acceptedTime] : proposedTimes).map(Date.parse))
}
