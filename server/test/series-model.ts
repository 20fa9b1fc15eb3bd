import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { endOfWait } from './model-clock.ts'

/**
 * A model of the dates of series by the rules of playdates.md, without a server. Family 0 makes them. Family 1 is
 * asked, and invited to events together with family 2. Hours are those of the model's clock.
 */
export interface SeriesModel {
  now: number
  dates: ModelDate[]
}

export interface ModelDate {
  id: string
  /** null for a request for another time, and for a date that gave its place to one. */
  series: string | null
  type: 'single' | 'group'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  last: 'owner' | 'recipient'
  version: number
  /** The proposed times, in order. */
  times: number[]
  /** The confirmed time. */
  start: number | null
  hasWait: boolean
  answerBy: number | null
  isOver: boolean
  replaces: ModelDate | null
  responses: Map<number, Response>
}

const week = 7 * 24
const fewHours = 4

export interface Repeating {
  type: 'single' | 'group'
  times: number[]
  everyWeeks: 1 | 2
  /** Number of dates until its end. */
  count: number
  hasWait: boolean
}

/**
 * Returns the dates of a new series, or null if it is refused. There are 2 to 13 dates from one time, with one wait for
 * all, which ends at the latest with the first of them.
 */
export function repeating(
  { now }: Pick<SeriesModel, 'now'>,
  { type, times: [first = 0, ...others], everyWeeks, count, hasWait }: Repeating,
): ModelDate[] | null {
  if (others.length > 0 || count < 2 || count > 13 || (hasWait && type === 'group')) return null
  return Array.from({ length: count }, (_, at) => {
    const time = first + at * everyWeeks * week
    return {
      ...none,
      id: '',
      series: '',
      type,
      status: type === 'group' ? 'accepted' : 'pending',
      times: [time],
      start: type === 'group' ? time : null,
      hasWait,
      answerBy: hasWait ? Math.min(endOfWait(now, fewHours), first) : null,
      responses: new Map(),
    }
  })
}

const none = { last: 'owner', version: 1, isOver: false, replaces: null } as const

const sideOf = ({ type }: ModelDate, actor: number) =>
  actor === 0 ? 'owner' : actor === 1 || type === 'group' ? 'recipient' : null

function step(date: ModelDate, change: Partial<ModelDate>): void {
  Object.assign(date, change, { version: date.version + 1 })
}

const startOf = ({ start, times }: ModelDate) => start ?? times[0] ?? 0
const hasBegun = ({ now }: SeriesModel, { start }: ModelDate) => start !== null && start <= now

function openReplacement({ dates }: SeriesModel, date: ModelDate): ModelDate | undefined {
  return dates.find(({ replaces, status }) => replaces === date && status === 'pending')
}

/** Cancels a date, and with it a request for another time of it. */
function callOff(model: SeriesModel, date: ModelDate): void {
  const request = openReplacement(model, date)
  if (request) step(request, { status: 'cancelled' })
  step(date, { status: 'cancelled' })
}

/** Returns the status of an answer. A request for another time is over when the date that it is to replace begins. */
function answering(model: SeriesModel, date: ModelDate, actor: number, version: number): number {
  const side = sideOf(date, actor)
  if (side === null) return 404
  if (date.type === 'group' || date.status !== 'pending') return 409
  if (date.replaces && hasBegun(model, date.replaces)) return 409
  return date.last !== side && version === date.version ? 200 : 409
}

/** Accepts a date. Another time takes the place of the old one in its series. */
export function accepting(model: SeriesModel, date: ModelDate, actor: number, version: number): number {
  const status = answering(model, date, actor, version)
  if (status !== 200) return status
  if (startOf(date) <= model.now) return 400
  step(date, { status: 'accepted', start: startOf(date) })
  const { replaces } = date
  if (!replaces) return 200
  date.series = replaces.series
  replaces.series = null
  callOff(model, replaces)
  return 200
}

export function rejecting(model: SeriesModel, date: ModelDate, actor: number, version: number): number {
  const status = answering(model, date, actor, version)
  if (status === 200) step(date, { status: 'rejected' })
  return status
}

/** Counters a request, or moves an event, which everybody then has to answer again. */
export function changing(
  model: SeriesModel,
  date: ModelDate,
  actor: number,
  { times, version }: { times: number[]; version: number },
): number {
  const side = sideOf(date, actor)
  if (side === null) return 404
  if (date.type === 'group') {
    if (side !== 'owner') return 403
    if (date.status !== 'accepted' || version !== date.version || hasBegun(model, date)) return 409
    if (times.length > 1) return 400
    date.responses.clear()
    step(date, { times, start: times[0] ?? 0 })
    return 200
  }
  const status = answering(model, date, actor, version)
  if (status !== 200) return status
  const again =
    side === 'owner' && date.hasWait ? Math.min(endOfWait(model.now, fewHours), Math.max(...times)) : null
  step(date, { times, last: side, answerBy: date.replaces ? date.answerBy : again })
  return 200
}

/**
 * Writes a message in the chat of a single. The asked family's message stops the clock of all dates that wait for the
 * same answer, and the owner's next one starts the wait again, which ends at the latest with the first of them.
 */
export function writing(model: SeriesModel, date: ModelDate, actor: number): number {
  const side = sideOf(date, actor)
  if (side === null) return 404
  if (date.status !== 'pending') return date.status === 'accepted' ? 200 : 409
  if (!date.hasWait || (side === 'recipient') === (date.answerBy === null)) return 200
  const { series, last } = date
  const together = datesOf(model, series).filter((each) => each.status === 'pending' && each.last === last)
  const until = Math.min(endOfWait(model.now, fewHours), ...together.map(startOf))
  if (side === 'owner' && until <= model.now) return 200
  for (const each of together) each.answerBy = side === 'owner' ? until : null
  return 200
}

/**
 * Returns a request for another time, or the status if it is refused. There is one at a time; it ends with the start of
 * the old date.
 */
export function askingAnotherTime(
  model: SeriesModel,
  date: ModelDate,
  actor: number,
  times: number[],
): ModelDate | number {
  const side = sideOf(date, actor)
  if (side === null) return 404
  if (date.type === 'group') return 403
  if (date.status !== 'accepted' || hasBegun(model, date) || openReplacement(model, date)) return 409
  const { type, start: answerBy } = date
  const request = { ...none, id: '', series: null, type, times, start: null, hasWait: false, answerBy }
  return { ...request, status: 'pending', last: side, replaces: date, responses: new Map() }
}

export function cancelling(model: SeriesModel, date: ModelDate, actor: number): number {
  const side = sideOf(date, actor)
  if (side === null) return 404
  const isTheirs = side === (date.replaces ? date.last : 'owner')
  if (!isTheirs && !(date.type === 'single' && date.start !== null)) return 403
  if ((date.status !== 'pending' && date.status !== 'accepted') || hasBegun(model, date)) return 409
  callOff(model, date)
  return 200
}

function answer(model: SeriesModel, date: ModelDate, family: number, response: Response): void {
  if (date.type === 'group') date.responses.set(family, response)
  else if (response === 'rejected') step(date, { status: 'rejected' })
  else accepting(model, date, family, date.version)
}

export function responding(
  model: SeriesModel,
  date: ModelDate,
  family: number,
  { response, version }: { response: Response; version: number },
): number {
  if (date.type !== 'group') return 404
  if (family === 0) return 403
  if (date.status !== 'accepted' || version !== date.version || hasBegun(model, date)) return 409
  answer(model, date, family, response)
  return 200
}

/** Returns the dates of a series, the first one first. */
export function datesOf({ dates }: SeriesModel, series: string | null): ModelDate[] {
  return dates
    .filter((date) => series !== null && date.series === series)
    .sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
}

/** True if the date waits for that family with one time to come, so that a plain yes or no answers it. */
export function isOpen(model: SeriesModel, date: ModelDate, family: number): boolean {
  if (sideOf(date, family) !== 'recipient' || startOf(date) <= model.now) return false
  if (date.type === 'group') return date.status === 'accepted' && !date.responses.has(family)
  return date.status === 'pending' && date.last === 'owner' && date.times.length === 1
}

export interface DateAnswer {
  date: ModelDate
  version: number
  response: Response
}

/** Answers those of the named dates that are open; `left` are the ones that stay as they are. */
export function answeringSeries(
  model: SeriesModel,
  series: string,
  family: number,
  answers: readonly DateAnswer[],
): { status: number; left?: string[] } {
  const dates = datesOf(model, series).filter((date) => sideOf(date, family) !== null)
  if (dates.length === 0) return { status: 404 }
  if (family === 0) return { status: 403 }
  const left: string[] = []
  for (const { date, version, response } of answers) {
    const isNow = dates.includes(date) && version === date.version && isOpen(model, date, family)
    if (isNow) answer(model, date, family, response)
    else left.push(date.id)
  }
  return { status: 200, left: left.sort() }
}

/** Returns how a date ends when its series is stopped; null if it stays. */
export function endOf(model: SeriesModel, date: ModelDate, actor: number): 'cancelled' | 'rejected' | null {
  const side = sideOf(date, actor)
  if (side === null || (date.type === 'group' && side !== 'owner')) return null
  if (date.status === 'accepted') return hasBegun(model, date) ? null : 'cancelled'
  if (date.status !== 'pending') return null
  return side === 'recipient' && date.last === 'owner' ? 'rejected' : 'cancelled'
}

/** Stops a series from that date on. */
export function stopping(model: SeriesModel, series: string, actor: number, from: ModelDate): number {
  const dates = datesOf(model, series).filter((date) => sideOf(date, actor) !== null)
  if (!dates.includes(from)) return 404
  if (from.type === 'group' && actor !== 0) return 403
  const ends = dates.slice(dates.indexOf(from)).map((date) => [date, endOf(model, date, actor)] as const)
  for (const [date, end] of ends) {
    if (end === 'cancelled') callOff(model, date)
    if (end === 'rejected') step(date, { status: 'rejected' })
  }
  return ends.some(([, end]) => end !== null) ? 200 : 409
}

/** Does what the clock does each minute. */
export function due({ now, dates }: SeriesModel): void {
  for (const date of dates) {
    if (date.status !== 'pending' || date.answerBy === null || date.answerBy > now) continue
    step(date, { status: 'cancelled', isOver: true })
  }
}
