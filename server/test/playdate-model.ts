import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'

/**
 * The life of playdates as playdates.md tells it, without a server: what each command answers, and what it changes.
 * Families and children are numbers; in some families there is a partner, who is guardian of the same children, but
 * knows nobody, and never asks for a playdate. Every proposed time is to come.
 */
export interface Model {
  /** Children that are still there, by person. */
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
  owner: number
  recipients: number[]
  /** Ids by side. */
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

/** What a request to play answers; the caller adds the playdate where it is 200. */
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

function answering(playdate: ModelPlaydate, actor: number, version: number): number {
  if (!isSide(playdate, actor)) return 404
  const mayAnswer = playdate.type === 'single' && playdate.status === 'pending' && playdate.last !== actor
  return mayAnswer && version === playdate.version ? 200 : 409
}

function step(playdate: ModelPlaydate, change: Partial<ModelPlaydate>): void {
  Object.assign(playdate, change, { version: playdate.version + 1 })
}

export function accepting(playdate: ModelPlaydate, actor: number, version: number): number {
  const status = answering(playdate, actor, version)
  if (status === 200) step(playdate, { status: 'accepted', wasConfirmed: true })
  return status
}

export function rejecting(playdate: ModelPlaydate, actor: number, version: number): number {
  const status = answering(playdate, actor, version)
  if (status === 200) step(playdate, { status: 'rejected' })
  return status
}

/** A counter-proposal to a request, or a move of an event; `own` is the one child that then plays for the actor. */
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
    if (playdate.owner !== actor || isPartner) return 403
    if (playdate.status !== 'accepted' || version !== playdate.version) return 409
  } else if (answering(playdate, actor, version) !== 200) return 409
  if (isSwapping) return 400
  const person = personOf(model, own)
  if (person === undefined || !sees(model, actor, person)) return 404
  if (person !== actor) return 400
  playdate.sides[playdate.owner === actor ? 'owner' : 'recipient'] = [own]
  if (isEvent) playdate.responses.clear()
  step(playdate, isEvent ? {} : { last: actor })
  return 200
}

/** An event is its organiser's, a request both partners'. */
export function cancelling(playdate: ModelPlaydate, actor: number, isPartner: boolean): number {
  if (!isSide(playdate, actor)) return 404
  if (playdate.type === 'group' && isPartner) return 403
  const wasConfirmed = playdate.type === 'single' && playdate.wasConfirmed
  if (playdate.owner !== actor && !wasConfirmed) return 403
  if (playdate.status !== 'pending' && playdate.status !== 'accepted') return 409
  step(playdate, { status: 'cancelled' })
  return 200
}

export function responding(
  playdate: ModelPlaydate,
  actor: number,
  response: Response,
  version: number,
): number {
  if (!isSide(playdate, actor) || playdate.type !== 'group') return 404
  if (playdate.owner === actor) return 403
  if (playdate.status !== 'accepted' || version !== playdate.version) return 409
  playdate.responses.set(actor, response)
  return 200
}

/** Out of whatever is still to come; a side left empty calls it off. Beside a partner nobody deletes a child. */
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
    step(playdate, isEmpty ? { status: 'cancelled' } : {})
  }
  return 200
}
