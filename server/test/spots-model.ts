import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { endOfWait } from './model-clock.ts'

/**
 * A model of one event's spots and waiting list by the rules of playdates.md, without a server. Hours are those of the
 * model's clock.
 */
export interface SpotsModel {
  now: number
  start: number
  isOff: boolean
  version: number
  capacity: number | null
  /** Number of the owner's children who play. */
  owners: number
  /**
   * The invited children that still exist, by family. A family has none only if the event is off for lack of guests.
   */
  families: Map<number, string[]>
  answers: Map<string, Response>
  /** Families that were removed by a block. */
  parted: Set<number>
  /** The waiting list, in order. */
  line: Place[]
}

export interface Place {
  family: number
  children: string[]
  /** Until when spots are kept for them; null if none are. */
  until: number | null
}

/** True if it is off, or has begun. */
export const isOver = ({ isOff, start, now }: SpotsModel) => isOff || start <= now
const isInLastHours = ({ start, now }: SpotsModel) => start - now <= 2

/** Counts the children who come or for whom a spot is kept: those of one family, or of all and the owner. */
export function spotsTaken({ owners, families, answers, line }: SpotsModel, family?: number): number {
  const own = family === undefined ? [...families.values()].flat() : (families.get(family) ?? [])
  const coming = own.filter((child) => answers.get(child) === 'accepted').length
  const offers = line.filter((place) => place.until !== null && (family ?? place.family) === place.family)
  return (family === undefined ? owners : 0) + coming + offers.flatMap(({ children }) => children).length
}

/** Returns a family's outcome, with its place in line, counted from 1. */
export function outcomeOf(
  { families, answers, line }: SpotsModel,
  family: number,
): { response: EventOutcome; position?: number } | null {
  const own = families.get(family) ?? []
  if (own.some((child) => answers.get(child) === 'accepted')) return { response: 'accepted' }
  const at = line.findIndex((place) => place.family === family)
  if (at >= 0) return { response: line[at]?.until === null ? 'waiting' : 'offered', position: at + 1 }
  const isNo = own.length > 0 && own.every((child) => answers.get(child) === 'rejected')
  return isNo ? { response: 'rejected' } : null
}

/** Removes families from the line that haven't answered an offer in time. */
function endOffers(model: SpotsModel): void {
  model.line = model.line.filter(({ until }) => until === null || until > model.now)
}

/**
 * Offers free spots. They wait for the first party in line that could ever fit; in the last three days, they are
 * offered to the first whole party that fits now.
 */
function makeOffers(model: SpotsModel): void {
  const { capacity, owners, start, now } = model
  if (capacity === null || isInLastHours(model)) return
  const isSoon = start - now <= 72
  for (const place of model.line.filter(({ until }) => until === null)) {
    if (place.children.length <= capacity - spotsTaken(model)) {
      place.until = Math.min(endOfWait(now, isSoon ? 2 : 24), start - 1)
    } else if (!isSoon && place.children.length <= capacity - owners) return
  }
}

/**
 * Returns the outcome of a yes. It takes a spot for each child, or none. If too few are left, or others wait, it is a
 * place in line.
 */
function outcomeOfYes(model: SpotsModel, family: number, size: number): 'accepted' | 'waiting' | 'too many' {
  const { capacity, owners, line } = model
  const held = spotsTaken(model, family)
  if (capacity === null || size <= held) return 'accepted'
  const waiting = line.filter(({ until }) => until === null)
  const isFirstCome = waiting.length === 0 || isInLastHours(model)
  const room = held + Math.max(0, capacity - spotsTaken(model))
  if (isFirstCome && size <= room) return 'accepted'
  // A family keeps its spots rather than getting a place in line.
  if (held > 0) return 'too many'
  const isWaiting = waiting.some((place) => place.family === family)
  if (isFirstCome && room > 0 && !isWaiting) return 'too many'
  // They would wait in vain.
  return size > capacity - owners && capacity > owners ? 'too many' : 'waiting'
}

interface Answer {
  response: Response
  picked: readonly string[]
  /** The version that they saw. Without one, a yes is for version 1, and a no for any. */
  version: number | undefined
}

export function answering(model: SpotsModel, family: number, { response, picked, version }: Answer): number {
  const own = model.families.get(family)
  if (model.parted.has(family)) return 409
  if (!own || own.length === 0) return own ? 403 : 404
  const seen = version ?? (response === 'accepted' ? 1 : model.version)
  if (isOver(model) || seen !== model.version) return 409
  endOffers(model)
  const outcome = response === 'rejected' ? response : outcomeOfYes(model, family, picked.length)
  if (outcome === 'too many') return 400
  const place = model.line.find((each) => each.family === family)
  if (outcome === 'waiting') {
    for (const child of picked) model.answers.delete(child)
    if (place) place.children = [...picked]
    else model.line.push({ family, children: [...picked], until: null })
  } else {
    for (const child of own) model.answers.set(child, picked.includes(child) ? outcome : 'rejected')
    model.line = model.line.filter((each) => each !== place)
  }
  makeOffers(model)
  return 200
}

/** Takes the spots that are kept, or gives them up. The same answer again is accepted. */
export function answeringOffer(model: SpotsModel, family: number, response: Response): number {
  const own = model.families.get(family)
  if (model.parted.has(family)) return 409
  if (!own || own.length === 0) return own ? 403 : 404
  if (isOver(model)) return 409
  const { children, until } = model.line.find((each) => each.family === family) ?? {
    children: [],
    until: null,
  }
  if (until !== null && until > model.now) {
    return answering(model, family, { response, picked: children, version: model.version })
  }
  return outcomeOf(model, family)?.response === response ? 200 : 409
}

/** Changes the capacity. Less room takes nobody's spot, and more is offered; without a limit, all who wait come. */
export function changingCapacity(
  model: SpotsModel,
  { capacity, version }: { capacity: number | null; version: number },
): number {
  if (isOver(model) || version !== model.version) return 409
  if (capacity !== null && capacity < model.owners) return 400
  model.capacity = capacity
  endOffers(model)
  if (capacity === null) {
    for (const child of model.line.flatMap(({ children }) => children)) model.answers.set(child, 'accepted')
    model.line = []
  }
  makeOffers(model)
  return 200
}

/** Moves the event. Everybody has to answer again; the owner's children keep their spots. */
export function moving(
  model: SpotsModel,
  { start, owners, version }: { start: number; owners: number; version: number },
): number {
  if (isOver(model) || version !== model.version) return 409
  if (model.capacity !== null && model.capacity < owners) return 400
  model.answers.clear()
  Object.assign(model, { start, owners, line: [], version: version + 1 })
  return 200
}

export function cancelling(model: SpotsModel): number {
  if (isOver(model)) return 409
  Object.assign(model, { isOff: true, version: model.version + 1 })
  return 200
}

/**
 * Deletes a child from an event that is to come, and frees its spot. A family without another child there leaves;
 * without any guests, the event is off.
 */
export function deletingChild(model: SpotsModel, family: number, child: string): void {
  const left = (model.families.get(family) ?? []).filter((each) => each !== child)
  const isLast = model.families.size === 1
  if (left.length > 0 || isLast) model.families.set(family, left)
  else model.families.delete(family)
  model.answers.delete(child)
  for (const place of model.line) place.children = place.children.filter((each) => each !== child)
  model.line = model.line.filter(({ children }) => children.length > 0)
  model.version += 1
  if (left.length === 0 && isLast) model.isOff = true
}

/**
 * Removes the family that blocks the owner, or is blocked, from an event that is to come. It reads the event as one
 * that is off; without other guests, the event is off.
 */
export function blocking(model: SpotsModel, family: number): void {
  if (model.families.size === 1) {
    Object.assign(model, { isOff: true, version: model.version + 1 })
    return
  }
  for (const child of model.families.get(family) ?? []) model.answers.delete(child)
  model.line = model.line.filter((place) => place.family !== family)
  model.families.delete(family)
  model.parted.add(family)
}

/** Does what the clock does each minute. */
export function due(model: SpotsModel): void {
  if (isOver(model)) model.line = []
  endOffers(model)
  makeOffers(model)
}
