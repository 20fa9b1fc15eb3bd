import { instantOf, type WallTime, wallTime } from '../../values/time-zone.ts'
import { type ChildHours, type Fit, findSlots } from '../children/slots.rules.ts'

/** Why a time is suggested; the first that holds. */
export const reasons = ['usual', 'after-school', 'weekend-morning', 'everyone', 'could'] as const
export type Reason = (typeof reasons)[number]

export interface Suggestion {
  /** Milliseconds since 1970. */
  start: number
  reason: Reason
  /** True if every child is known to be free. */
  isSure: boolean
}

/** A length of time; `start` is in milliseconds since 1970. */
export interface Times {
  start: number
  durationMinutes: number
}

interface Question {
  children: readonly ChildHours[]
  durationMinutes: number
  /** Confirmed playdates of the own children. */
  busy: readonly Times[]
  /** Starts of past playdates of these children with each other. */
  played: readonly number[]
  now: number
  /** The zone in which times are chosen. */
  zone: string
}

/** How many times are suggested, at most one a day. */
const most = 3
/** From tomorrow on. */
export const suggestedDays = 14
/** How far back playdates count as usual times. */
export const usualDays = 180
const [firstStart, lastStart, lastEnd] = [8, 18, 20]
/** Between two playdates of a child. */
const pauseMs = 3_600_000
const hourMs = 3_600_000

/** Returns the start of the hour of wall time, within which the result doesn't change by itself. */
export function hourOf(moment: number, zone: string): number {
  return instantOf({ ...wallTime(moment, zone), minute: 0 }, zone)
}

/** Returns the best times of the next two weeks, best first. */
export function suggestTimes(question: Question): Suggestion[] {
  const usual = question.played.map((moment) => wallTime(moment, question.zone))
  const ranked = candidatesOf(question)
    .map(({ start, fit }) => {
      const wall = wallTime(start, question.zone)
      return { start, fit, wall, isUsual: usual.some((each) => isLike(each, wall)) }
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.start - b.start)
  const firstOfDays = ranked.filter(
    ({ wall }, at) => ranked.findIndex((each) => dayOf(each.wall) === dayOf(wall)) === at,
  )
  return firstOfDays
    .slice(0, most)
    .map((each) => ({ start: each.start, reason: reasonOf(each), isSure: each.fit === 'all' }))
}

interface Ranked {
  wall: WallTime
  fit: Fit
  isUsual: boolean
}

/** Returns the whole hours at which nobody is known to be busy, each with the fit of its worst hour. */
function candidatesOf({
  children,
  durationMinutes,
  busy,
  now,
  zone,
}: Question): { start: number; fit: Fit }[] {
  const today = wallTime(now, zone)
  const midnight = (days: number) => instantOf({ ...today, day: today.day + days, hour: 0, minute: 0 }, zone)
  const slots = findSlots(children, midnight(1), midnight(1 + suggestedDays), zone)
  const fitAt = new Map(slots.map(({ start, fit }) => [start, fit]))
  return slots.flatMap(({ start }) => {
    const { hour } = wallTime(start, zone)
    const isInTime = hour >= firstStart && hour <= lastStart && hour * 60 + durationMinutes <= lastEnd * 60
    if (!isInTime || busy.some((each) => isNear(each, { start, durationMinutes }))) return []
    const hours = Array.from({ length: Math.ceil(durationMinutes / 60) }, (_, at) =>
      fitAt.get(start + at * hourMs),
    )
    if (hours.some((fit) => fit === undefined || fit === 'some')) return []
    return [{ start, fit: hours.includes('unknown') ? ('unknown' as const) : ('all' as const) }]
  })
}

function isNear(one: Times, other: Times): boolean {
  const endOf = ({ start, durationMinutes }: Times) => start + durationMinutes * 60_000
  return one.start < endOf(other) + pauseMs && other.start < endOf(one) + pauseMs
}

function isLike(before: WallTime, wall: WallTime): boolean {
  return before.weekday === wall.weekday && Math.abs(before.hour - wall.hour) <= 1
}

function isAfterSchool({ weekday, hour }: WallTime): boolean {
  return !isWeekend(weekday) && hour >= 15 && hour <= 17
}

function isWeekendMorning({ weekday, hour }: WallTime): boolean {
  return isWeekend(weekday) && hour >= 9 && hour <= 11
}

const isWeekend = (weekday: number) => weekday === 0 || weekday === 6

function rankOf({ wall, isUsual }: Ranked): number {
  if (isUsual) return 0
  return isAfterSchool(wall) || isWeekendMorning(wall) ? 1 : 2
}

function reasonOf({ wall, fit, isUsual }: Ranked): Reason {
  if (isUsual) return 'usual'
  if (isAfterSchool(wall)) return 'after-school'
  if (isWeekendMorning(wall)) return 'weekend-morning'
  return fit === 'all' ? 'everyone' : 'could'
}

const dayOf = ({ year, month, day }: WallTime) => `${year}-${month}-${day}`
