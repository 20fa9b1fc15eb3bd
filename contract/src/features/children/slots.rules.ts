import { type Availability, days } from '../../values/availability.ts'
import { instantOf, type WallTime, wallTime } from '../../values/time-zone.ts'
import { busyOf, type Moments } from './away.rules.ts'

/** First and last hour at which a slot can start, on the viewer's clock. */
export const firstSlotHour = 5
export const lastSlotHour = 21

export type Fit = 'all' | 'some' | 'unknown'

/** A child as the finder needs it: its hours in its caregiver's time zone, and when it is away. */
export interface ChildHours {
  availability: Availability | null
  timeZone: string
  away: readonly Moments[]
}

// Every zone's offset, and each change of it, is a multiple of a quarter of an hour.
const quarterMs = 900_000
const hourMs = 4 * quarterMs

/**
 * Returns every whole hour from 5 to 21 on the viewer's clock that starts in [from, to), in milliseconds since 1970,
 * with its fit.
 */
export function findSlots(
  children: readonly ChildHours[],
  from: number,
  to: number,
  viewerZone: string,
): { start: number; fit: Fit }[] {
  // The wall time in each zone is computed once for all of its children.
  const zones = new Set(children.map(({ timeZone }) => timeZone))
  return slotStarts(from, to, viewerZone).map((start) => {
    const clocks = new Map([...zones].map((zone) => [zone, quartersOf(start, zone)]))
    const isFreeThen = (child: ChildHours) =>
      busyOf(child, { start, end: start + hourMs }) ? false : isFree(child, clocks.get(child.timeZone) ?? [])
    return { start, fit: fitOf(children.map(isFreeThen)) }
  })
}

/** all: every child is known to be free · unknown: none known to be busy, at least one unknown · some: otherwise. */
export function fitOf(answers: readonly (boolean | null)[]): Fit {
  if (answers.includes(false)) return 'some'
  return answers.includes(null) ? 'unknown' : 'all'
}

/** Returns the whole hours from 5 am to 9 pm, in the viewer's zone, that start in [from, to). */
export function slotStarts(from: number, to: number, viewerZone: string): number[] {
  const starts: number[] = []
  const first = wallTime(from, viewerZone)
  for (let day = first.day; ; day += 1) {
    for (let hour = firstSlotHour; hour <= lastSlotHour; hour += 1) {
      const start = instantOf({ ...first, day, hour, minute: 0 }, viewerZone)
      if (start >= to) return starts
      if (start >= from) starts.push(start)
    }
  }
}

/** Returns the wall time in the zone at each quarter of the slot's hour. */
function quartersOf(start: number, zone: string): WallTime[] {
  return [0, 1, 2, 3].map((quarter) => wallTime(start + quarter * quarterMs, zone))
}

/** True if free for the whole hour, false if busy, null if the child's hours are unknown. */
function isFree({ availability: hours }: ChildHours, quarters: readonly WallTime[]): boolean | null {
  if (hours === null || hours.length === 0) return null
  return quarters.every(({ weekday, hour }) => {
    const today = hours.find((each) => each.day === days[weekday])
    return today?.blocks.some((each) => each.start <= hour && hour < each.end) ?? false
  })
}
