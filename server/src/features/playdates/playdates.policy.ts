import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { lockTiesForShare } from '#db/locks.ts'
import { isEntitled } from '#features/billing/billing.policy.ts'
import { lockChildrenForShare } from '#features/children/children.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { badInput, forbidden, notFound, Refusal } from '#http/refusal.ts'
import { lockAsk } from './asks/asks.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate } from './playdates.db.ts'
import { playdateChanged, playdateOver } from './playdates.refusals.ts'

const premiumNeeded = new Refusal(402, refusalTexts.premiumNeeded)
const past = new Refusal(409, m.prompt_playdate_not_future)
const notOwnTurn = new Refusal(409, m.prompt_playdate_own_turn)

/** Loads a playdate for a caregiver who sees it, perhaps only as a card. Anybody else gets 404. */
export async function visiblePlaydate(
  { db, actor }: CaregiverCtx,
  id: string,
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await findPlaydate(db, actor.caregiverId, id)
  return row ? authorise(row) : notFound
}

/**
 * Loads a playdate for a guardian who sees it whole. Helpers, card-only viewers and those who blocked the others get
 * 404.
 */
export async function ownPlaydate(ctx: CaregiverCtx, id: string): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await visiblePlaydate(ctx, id)
  return row instanceof Refusal || row.may_chat ? row : notFound
}

/** Loads a request that waits for an answer from the caller's side, in the version the caller saw. */
export async function answerablePlaydate(
  ctx: CaregiverCtx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await ownPlaydate(ctx, id)
  if (row instanceof Refusal) return row
  if (row.ended_as === 'over') return playdateOver
  if (row.type !== 'single' || row.status !== 'pending') return playdateChanged
  if (!row.may_act) return forbidden
  if (row.replaces_time && row.replaces_time.getTime() <= ctx.clock.now()) return playdateOver
  if (row.side === row.last_side) return notOwnTurn
  if (version !== undefined && version !== row.version) return playdateChanged
  return row
}

/**
 * Loads what the caller may cancel, in the version the caller saw: a request of their side, their own event, either
 * side's confirmed single playdate, or a request for another time that their side proposed last.
 */
export async function cancellablePlaydate(
  ctx: CaregiverCtx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await ownPlaydate(ctx, id)
  if (row instanceof Refusal) return row
  if (!row.may_act) return forbidden
  // A caregiver withdrawing a request that was accepted meanwhile doesn't mean to cancel the playdate.
  if (version !== undefined && version !== row.version) return playdateChanged
  // Still true if it is cancelled by now: the service then answers 409 instead of 403.
  const confirmedSingle = row.type === 'single' && row.accepted_time !== null
  const isTheirs = row.replaces_id ? row.side === row.last_side : row.side === 'owner'
  return isTheirs || confirmedSingle ? row : forbidden
}

export interface Invited {
  type: 'single' | 'group'
  ownerChildren: string[]
  recipients: { childId: string; caregiverId: string }[]
  /** The families to ask one after the other, the recipient first; empty if there is no order. */
  order: { childId: string; caregiverId: string }[]
  replaced?: undefined
}

/** Loads an event that the caller, a guardian, sees whole. Anybody else, and any request, gets 404. */
export async function visibleEvent(
  ctx: CaregiverCtx,
  { params }: { params: { playdateId: string } },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await visiblePlaydate(ctx, params.playdateId)
  if (row instanceof Refusal) return row
  return row.type === 'group' && row.role === 'guardian' && !row.lookedAfterBy ? row : notFound
}

/** Loads an event the caller may answer. The owner's side counts as going and isn't asked. */
export async function eventInvitation(
  ctx: CaregiverCtx,
  input: { params: { playdateId: string } },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await ownPlaydate(ctx, input.params.playdateId)
  if (row instanceof Refusal) return row
  if (row.type !== 'group') return notFound
  return row.side === 'recipient' && row.may_act ? row : forbidden
}

/** Loads an event for the caregiver who planned it. */
export async function ownEvent(
  ctx: CaregiverCtx,
  input: { params: { playdateId: string } },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await ownPlaydate(ctx, input.params.playdateId)
  if (row instanceof Refusal) return row
  if (row.type !== 'group') return notFound
  return row.side === 'owner' && row.may_act ? row : forbidden
}

interface Asked {
  type: 'single' | 'group'
  ownerChildren: string[]
  recipientChildren: string[]
  order?: string[] | undefined
  repeat?: unknown
}

/**
 * Checks the children of a new playdate: own children on one side, one child of a connection or a fellow member on the
 * other. An event, which needs premium, invites any number of children. An order has each family once.
 */
export async function invitation(
  { db, actor, clock }: Pick<CaregiverCtx, 'db' | 'clock'> & { actor: Pick<CaregiverActor, 'caregiverId'> },
  { body }: { body: Asked },
): Promise<Authorised<Invited> | Refusal> {
  const isEvent = body.type === 'group'
  if (isEvent && !(await isEntitled(db, actor.caregiverId, new Date(clock.now())))) return premiumNeeded
  const own = [...new Set(body.ownerChildren)]
  const others = [...new Set(body.recipientChildren)]
  if (own.some((id) => others.includes(id)))
    return badInput('recipientChildren', m.prompt_playdate_both_sides)
  if (!isEvent && others.length !== 1) return badInput('recipientChildren', m.prompt_playdate_recipient)
  const order = body.order ?? []
  if (isEvent && order.length > 0) return badInput('order', m.prompt_ask_single)
  if (order.length > 0 && body.repeat) return badInput('order', m.prompt_ask_repeat)
  if (order.length > 0 && order[0] !== others[0]) return badInput('order', m.prompt_ask_families)
  if (new Set(order).size < order.length) return badInput('order', m.prompt_ask_twice)
  const asked = [...others, ...order.slice(1)]
  await lockTiesForShare(db, actor.caregiverId)
  const found = await lockChildrenForShare(db, { viewer: actor.caregiverId, ids: [...own, ...asked] })
  if (found.length !== own.length + asked.length) return notFound
  const caregiverOf = (id: string) => found.find((child) => child.id === id)?.caregiver_id ?? ''
  if (own.some((id) => caregiverOf(id) !== actor.caregiverId)) {
    return badInput('ownerChildren', m.prompt_playdate_not_yours)
  }
  if (asked.some((id) => caregiverOf(id) === actor.caregiverId)) {
    return badInput('recipientChildren', m.prompt_playdate_recipient)
  }
  if (new Set(order.map(caregiverOf)).size < order.length) return badInput('order', m.prompt_ask_twice)
  const withCaregiver = (childId: string) => ({ childId, caregiverId: caregiverOf(childId) })
  return authorise({
    type: body.type,
    ownerChildren: own,
    recipients: others.map(withCaregiver),
    order: order.map(withCaregiver),
  })
}

export interface Counter {
  row: PlaydateRow
  side: 'owner' | 'recipient'
  /** The actor's own children, perhaps others than before. */
  children: string[]
}

interface Change {
  params: { id: string }
  body: { type: 'single' | 'group'; ownerChildren: string[]; recipientChildren: string[]; version: number }
}

/** Loads a request that may be countered, or an event that may be moved. */
export async function changeable(ctx: CaregiverCtx, change: Change): Promise<Authorised<Counter> | Refusal> {
  const row = await ownPlaydate(ctx, change.params.id)
  if (row instanceof Refusal) return row
  return row.type === 'group' ? movable(ctx, row, change) : counterable(ctx, change)
}

/** Requires the caller's own upcoming event, in the version the caller saw, with the same guests as before. */
async function movable(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  { body }: Change,
): Promise<Authorised<Counter> | Refusal> {
  if (row.side !== 'owner' || !row.may_act) return forbidden
  if (row.status !== 'accepted' || body.type !== row.type || body.version !== row.version)
    return playdateChanged
  if (row.accepted_time && row.accepted_time.getTime() <= ctx.clock.now()) return past
  if (!isSame(new Set(body.recipientChildren), row.recipientChildren)) {
    return badInput('recipientChildren', m.prompt_playdate_guests_fixed)
  }
  return ownSide(ctx, { row, side: 'owner', children: [...new Set(body.ownerChildren)] })
}

/** Requires an answerable request. The actor may exchange only the children of their own side. */
async function counterable(
  ctx: CaregiverCtx,
  { params, body }: Change,
): Promise<Authorised<Counter> | Refusal> {
  const row = await answerablePlaydate(ctx, { id: params.id, version: body.version })
  if (row instanceof Refusal) return row
  if (body.type !== row.type) return playdateChanged
  const { side } = row
  const [mine, theirs] =
    side === 'owner'
      ? [new Set(body.ownerChildren), new Set(body.recipientChildren)]
      : [new Set(body.recipientChildren), new Set(body.ownerChildren)]
  const theirsBefore = side === 'owner' ? row.recipientChildren : row.ownerChildren
  if (!isSame(theirs, theirsBefore)) {
    return badInput(side === 'owner' ? 'recipientChildren' : 'ownerChildren', m.prompt_playdate_others_fixed)
  }
  if (row.replaces_id && !isSame(mine, side === 'owner' ? row.ownerChildren : row.recipientChildren)) {
    return badInput(side === 'owner' ? 'ownerChildren' : 'recipientChildren', m.prompt_playdate_others_fixed)
  }
  if (side === 'recipient' && mine.size !== 1)
    return badInput('recipientChildren', m.prompt_playdate_recipient)
  // With other children it may leave its order.
  if (side === 'owner' && row.ask_id) await lockAsk(ctx.db, row.owner.id, row.ask_id)
  return ownSide(ctx, { row, side, children: [...mine] })
}

async function ownSide(ctx: CaregiverCtx, counter: Counter): Promise<Authorised<Counter> | Refusal> {
  const { row, side, children } = counter
  const field = side === 'owner' ? 'ownerChildren' : 'recipientChildren'
  const others = side === 'owner' ? row.recipientChildren : row.ownerChildren
  const found = await lockChildrenForShare(ctx.db, { viewer: ctx.actor.caregiverId, ids: children })
  if (found.length !== children.length) return notFound
  if (found.some(({ caregiver_id }) => caregiver_id !== ctx.actor.caregiverId)) {
    return badInput(field, m.prompt_playdate_not_yours)
  }
  if (others.some(({ id }) => children.includes(id))) return badInput(field, m.prompt_playdate_both_sides)
  return authorise(counter)
}

export function isSame(ids: ReadonlySet<string>, before: readonly { id: string }[]): boolean {
  return ids.size === before.length && before.every(({ id }) => ids.has(id))
}
