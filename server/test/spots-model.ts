import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { endOfWait } from './model-clock.ts'

/** The spots of one event and the waiting list, as playdates.md tells it, without a server. Hours are those of the model's clock. */
export interface SpotsModel {
  now: number
  start: number
  isOff: boolean
  version: number
  capacity: number | null
  /** How many children of the owner play. */
  owners: number
  /** The invited children that are still there, by family. Only where the event is off for want of guests has one none. */
  families: Map<number, string[]>
  answers: Map<string, Response>
  /** Families that were taken off by a block. */
  parted: Set<number>
  /** In its order. */
  line: Place[]
}

export interface Place {
  family: number
  children: string[]
  /** Until when spots are kept for them; null: none are. */
  until: number | null
}

/** It is off, or has begun. */
export const isOver = ({ isOff, start, now }: SpotsModel) => isOff || start <= now
const isInLastHours = ({ start, now }: SpotsModel) => start - now <= 2

/** Children who come or for whom a spot is kept: of that family, or of all and the owner's. */
export function spotsTaken({ owners, families, answers, line }: SpotsModel, family?: number): number {
  const own = family === undefined ? [...families.values()].flat() : (families.get(family) ?? [])
  const coming = own.filter((child) => answers.get(child) === 'accepted').length
  const offers = line.filter((place) => place.until !== null && (family ?? place.family) === place.family)
  return (family === undefined ? owners : 0) + coming + offers.flatMap(({ children }) => children).length
}

/** What a family has, with its place in line, counted from 1. */
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

/** Whoever hasn't answered in time is off the line. */
function endOffers(model: SpotsModel): void {
  model.line = model.line.filter(({ until }) => until === null || until > model.now)
}

/**
 * Free spots wait for the first in line who could fit at all; in the last three days they go to the first whose whole
 * party fits.
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

/** A yes takes a spot for each child or none. Where there is none left, or somebody waits, it is a place in line. */
function outcomeOfYes(model: SpotsModel, family: number, size: number): 'accepted' | 'waiting' | 'too many' {
  const { capacity, owners, line } = model
  const held = spotsTaken(model, family)
  if (capacity === null || size <= held) return 'accepted'
  const waiting = line.filter(({ until }) => until === null)
  const isFirstCome = waiting.length === 0 || isInLastHours(model)
  const room = held + Math.max(0, capacity - spotsTaken(model))
  if (isFirstCome && size <= room) return 'accepted'
  // What one has isn't given up for a place in line.
  if (held > 0) return 'too many'
  const isWaiting = waiting.some((place) => place.family === family)
  if (isFirstCome && room > 0 && !isWaiting) return 'too many'
  // They would wait in vain.
  return size > capacity - owners && capacity > owners ? 'too many' : 'waiting'
}

interface Answer {
  response: Response
  picked: readonly string[]
  /** Which version they saw; who doesn't say says yes to what nobody changed. */
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

/** The spots that are kept are taken or given up. The same answer again is no other. */
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

/** Less room takes nobody's spot, more is offered; without a limit all who wait come. */
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

/** Everybody answers anew; the owner's children keep their spots. */
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

/** Its spot is free. Without a child there its family leaves; with the last guest the event is off. Of what is to come. */
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
 * The family that blocks the owner, or is blocked, is taken off, and reads the event as one that is off; without any
 * others it is. Of what is to come.
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

/** What the clock does each minute. */
export function due(model: SpotsModel): void {
  if (isOver(model)) model.line = []
  endOffers(model)
  makeOffers(model)
}
