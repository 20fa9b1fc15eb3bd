import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'

/**
 * A model of playdates by the rules of playdates.md, without a server: what each command answers, and what it changes.
 * Families are numbers. Some have a partner, who is a guardian of the same children, but knows nobody and never asks
 * for a playdate. All proposed times are to come.
 */
export interface Model {
  /** Children that still exist, by person. */
  children: Map<number, string[]>
  /** Pairs `a-b` with a < b. */
  friends: Set<string>
  members: Set<number>
  premium: Set<number>
  /** Families with a partner. */
  partnered: Set<number>
  playdates: ModelPlaydate[]
}

export interface ModelPlaydate {
  id: string
  type: 'single' | 'group'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  wasConfirmed?: boolean
  /** The confirmed playdate that it asks another time for. */
  replaces?: string
  owner: number
  recipients: number[]
  /** The children's ids by side. */
  sides: { owner: string[]; recipient: string[] }
  last: number
  version: number
  responses: Map<number, Response>
}

export const pair = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`

function sees({ friends, members }: Model, a: number, b: number): boolean {
  return a === b || friends.has(pair(a, b)) || (members.has(a) && members.has(b))
}

function personOf({ children }: Model, child: string): number | undefined {
  return [...children].find(([, ids]) => ids.includes(child))?.[0]
}

/** Returns the status of a request or an event; the caller adds the playdate if it is 200. */
export function creating(
  model: Model,
  actor: number,
  { type, own, invited }: { type: 'single' | 'group'; own: string; invited: string[] },
): number {
  if (type === 'group' && !model.premium.has(actor)) return 402
  if (invited.includes(own)) return 400
  const people = [own, ...invited].map((child) => personOf(model, child))
  if (people.some((person) => person === undefined || !sees(model, actor, person))) return 404
  return people[0] === actor && !people.slice(1).includes(actor) ? 200 : 400
}

const isSide = (playdate: ModelPlaydate, actor: number) =>
  playdate.owner === actor || playdate.recipients.includes(actor)

/**
 * True if the actor may act: for a side, a guardian of every child on it, none of which is deleted; for an event, its
 * owner, and each family for its own children.
 */
function mayAct(
  { children }: Model,
  { type, owner, sides }: ModelPlaydate,
  actor: number,
  isPartner: boolean,
): boolean {
  const isOwn = (child: string) => children.get(actor)?.includes(child) ?? false
  if (owner === actor) return sides.owner.every(isOwn) && !(type === 'group' && isPartner)
  return type === 'group' ? sides.recipient.some(isOwn) : sides.recipient.every(isOwn)
}

function answering(playdate: ModelPlaydate, actor: number, version: number): number {
  if (!isSide(playdate, actor)) return 404
  const mayAnswer = playdate.type === 'single' && playdate.status === 'pending' && playdate.last !== actor
  return mayAnswer && version === playdate.version ? 200 : 409
}

function step(playdate: ModelPlaydate, change: Partial<ModelPlaydate>): void {
  Object.assign(playdate, change, { version: playdate.version + 1 })
}

/** Returns the request for another time of the playdate that is still pending. */
function openReplacement({ playdates }: Model, { id }: ModelPlaydate): ModelPlaydate | undefined {
  return playdates.find(({ replaces, status }) => replaces === id && status === 'pending')
}

/** Cancels a playdate, and with it a request for another time of it, whoever made that. */
function callOff(model: Model, playdate: ModelPlaydate): void {
  const request = openReplacement(model, playdate)
  if (request) step(request, { status: 'cancelled' })
  step(playdate, { status: 'cancelled' })
}

/**
 * Returns the status of a request for another time, which has the children of the playdate. The caller adds it if it is
 * 200.
 */
export function askingAnotherTime(
  model: Model,
  playdate: ModelPlaydate,
  actor: number,
  { isSwapping, isPartner }: { isSwapping: boolean; isPartner: boolean },
): number {
  if (!isSide(playdate, actor)) return 404
  if (playdate.type === 'group' || !mayAct(model, playdate, actor, isPartner)) return 403
  if (playdate.status !== 'accepted') return 409
  if (isSwapping) return 400
  return openReplacement(model, playdate) ? 409 : 200
}

/** Accepts a request. The old playdate is kept until the yes to another time, which cancels it. */
export function accepting(model: Model, playdate: ModelPlaydate, actor: number, version: number): number {
  const status = answering(playdate, actor, version)
  if (status !== 200) return status
  step(playdate, { status: 'accepted', wasConfirmed: true })
  const old = model.playdates.find(({ id }) => id === playdate.replaces)
  if (old) callOff(model, old)
  return 200
}

export function rejecting(playdate: ModelPlaydate, actor: number, version: number): number {
  const status = answering(playdate, actor, version)
  if (status === 200) step(playdate, { status: 'rejected' })
  return status
}

/** Counters a request, or moves an event; `own` is the one child that then plays for the actor. */
export function changing(
  model: Model,
  playdate: ModelPlaydate,
  actor: number,
  {
    version,
    own,
    isSwapping,
    isPartner,
  }: { version: number; own: string; isSwapping: boolean; isPartner: boolean },
): number {
  if (!isSide(playdate, actor)) return 404
  const isEvent = playdate.type === 'group'
  if (isEvent) {
    if (playdate.owner !== actor || !mayAct(model, playdate, actor, isPartner)) return 403
    if (playdate.status !== 'accepted' || version !== playdate.version) return 409
  } else if (answering(playdate, actor, version) !== 200) return 409
  if (isSwapping) return 400
  const side = playdate.owner === actor ? 'owner' : 'recipient'
  if (playdate.replaces && !playdate.sides[side].includes(own)) return 400
  const person = personOf(model, own)
  if (person === undefined || !sees(model, actor, person)) return 404
  if (person !== actor) return 400
  playdate.sides[side] = [own]
  if (isEvent) {
    playdate.responses.clear()
    // A family whose children are all gone is no guest any more.
    const isGuest = (family: number) =>
      playdate.sides.recipient.some((child) => personOf(model, child) === family)
    playdate.recipients = playdate.recipients.filter(isGuest)
  }
  step(playdate, isEvent ? {} : { last: actor })
  return 200
}

/**
 * Cancels a playdate. Only its owner cancels an event. The owner's side cancels a request, and the side that proposed
 * last one for another time; either side cancels a single that was confirmed.
 */
export function cancelling(model: Model, playdate: ModelPlaydate, actor: number, isPartner: boolean): number {
  if (!isSide(playdate, actor)) return 404
  if (!mayAct(model, playdate, actor, isPartner)) return 403
  const wasConfirmed = playdate.type === 'single' && playdate.wasConfirmed
  const isTheirs = (playdate.replaces ? playdate.last : playdate.owner) === actor
  if (!isTheirs && !wasConfirmed) return 403
  if (playdate.status !== 'pending' && playdate.status !== 'accepted') return 409
  callOff(model, playdate)
  return 200
}

export function responding(
  model: Model,
  playdate: ModelPlaydate,
  actor: number,
  { response, version }: { response: Response; version: number },
): number {
  if (!isSide(playdate, actor) || playdate.type !== 'group') return 404
  if (playdate.owner === actor || !mayAct(model, playdate, actor, false)) return 403
  if (playdate.status !== 'accepted' || version !== playdate.version) return 409
  playdate.responses.set(actor, response)
  return 200
}

/**
 * Deletes a child from all playdates that are to come, each of which takes one step. A side that is left empty cancels
 * the playdate, and a family without another child at an event leaves it. Nobody with a partner deletes a child.
 */
export function deletingChild(model: Model, actor: number, child: string): number {
  const left = model.children.get(actor) ?? []
  if (!left.includes(child)) return 404
  if (model.partnered.has(actor)) return 409
  model.children.set(
    actor,
    left.filter((each) => each !== child),
  )
  for (const playdate of model.playdates) {
    const isComing = playdate.status === 'pending' || playdate.status === 'accepted'
    const { sides } = playdate
    if (!isComing || !(sides.owner.includes(child) || sides.recipient.includes(child))) continue
    sides.owner = sides.owner.filter((each) => each !== child)
    sides.recipient = sides.recipient.filter((each) => each !== child)
    const isEmpty = sides.owner.length === 0 || sides.recipient.length === 0
    const isOut =
      !isEmpty &&
      playdate.owner !== actor &&
      !left.some((each) => each !== child && sides.recipient.includes(each))
    if (isOut) playdate.recipients = playdate.recipients.filter((each) => each !== actor)
    step(playdate, isEmpty ? { status: 'cancelled' } : {})
  }
  return 200
}
