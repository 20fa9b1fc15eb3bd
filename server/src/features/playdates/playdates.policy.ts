import { playdatePrompts } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/envelope.ts'
import { findCaregiversOfChildren } from '#features/children/children.db.ts'
import { type Allowed, allow } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { badInput, forbidden, notFound, Refusal } from '#http/refusal.ts'
import { findPlaydate, type PlaydateRow } from './playdates.db.ts'
import { playdateChanged } from './playdates.refusals.ts'

type CaregiverCtx = Ctx<CaregiverActor>

const notOwnTurn = new Refusal(409, playdatePrompts.ownTurn)

/** Whoever stands on a side; to anybody else it does not exist. */
export async function visiblePlaydate(
  { db, actor }: CaregiverCtx,
  id: string,
): Promise<Allowed<PlaydateRow> | Refusal> {
  const row = await findPlaydate(db, actor.caregiverId, id)
  return row ? allow(row) : notFound
}

/** A request that waits for this caregiver's answer, in the version that the caller saw. */
export async function answerablePlaydate(
  ctx: CaregiverCtx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Allowed<PlaydateRow> | Refusal> {
  const row = await visiblePlaydate(ctx, id)
  if (row instanceof Refusal) return row
  if (row.type !== 'single' || row.status !== 'pending') return playdateChanged
  if (row.last_submitted_by === ctx.actor.caregiverId) return notOwnTurn
  if (version !== undefined && version !== row.version) return playdateChanged
  return row
}

/** The owner's own request or event, or either side's confirmed single playdate. */
export async function cancellablePlaydate(
  ctx: CaregiverCtx,
  id: string,
): Promise<Allowed<PlaydateRow> | Refusal> {
  const row = await visiblePlaydate(ctx, id)
  if (row instanceof Refusal) return row
  const owns = row.owner.id === ctx.actor.caregiverId
  const confirmedSingle = row.type === 'single' && row.status === 'accepted'
  return owns || confirmedSingle ? row : forbidden
}

export interface Invited {
  ownerChildren: string[]
  recipients: { childId: string; caregiverId: string }[]
}

/** Own children on one side, one child of a connection or a fellow member on the other. */
export async function invitation(
  { db, actor }: CaregiverCtx,
  { body }: { body: { type: 'single' | 'group'; ownerChildren: string[]; recipientChildren: string[] } },
): Promise<Allowed<Invited> | Refusal> {
  if (body.type === 'group') return new Refusal(402, refusalTexts.premiumNeeded)
  const own = [...new Set(body.ownerChildren)]
  const others = [...new Set(body.recipientChildren)]
  if (own.some((id) => others.includes(id))) return badInput('recipientChildren', playdatePrompts.bothSides)
  if (others.length !== 1) return badInput('recipientChildren', playdatePrompts.recipient)
  const found = await findCaregiversOfChildren(db, actor.caregiverId, [...own, ...others])
  if (found.length !== own.length + others.length) return notFound
  const caregiverOf = (id: string) => found.find((child) => child.id === id)?.caregiver_id ?? ''
  if (own.some((id) => caregiverOf(id) !== actor.caregiverId)) {
    return badInput('ownerChildren', playdatePrompts.notYours)
  }
  if (others.some((id) => caregiverOf(id) === actor.caregiverId)) {
    return badInput('recipientChildren', playdatePrompts.recipient)
  }
  return allow({
    ownerChildren: own,
    recipients: others.map((childId) => ({ childId, caregiverId: caregiverOf(childId) })),
  })
}

export interface Counter {
  row: PlaydateRow
  side: 'owner' | 'recipient'
  /** The actor's own children, perhaps others than before. */
  children: string[]
}

/** An answerable request, of which the actor may exchange its own side's children only. */
export async function counterable(
  ctx: CaregiverCtx,
  {
    params,
    body,
  }: {
    params: { id: string }
    body: { type: 'single' | 'group'; ownerChildren: string[]; recipientChildren: string[]; version: number }
  },
): Promise<Allowed<Counter> | Refusal> {
  const row = await answerablePlaydate(ctx, { id: params.id, version: body.version })
  if (row instanceof Refusal) return row
  if (body.type !== row.type) return playdateChanged
  const side = row.owner.id === ctx.actor.caregiverId ? 'owner' : 'recipient'
  const [mine, theirs] =
    side === 'owner'
      ? [new Set(body.ownerChildren), new Set(body.recipientChildren)]
      : [new Set(body.recipientChildren), new Set(body.ownerChildren)]
  const theirsBefore = row.children.filter((child) => child.side !== side).map(({ id }) => id)
  if (theirs.size !== theirsBefore.length || theirsBefore.some((id) => !theirs.has(id))) {
    return badInput(side === 'owner' ? 'recipientChildren' : 'ownerChildren', playdatePrompts.othersFixed)
  }
  if (side === 'recipient' && mine.size !== 1) return badInput('recipientChildren', playdatePrompts.recipient)
  const children = [...mine]
  const found = await findCaregiversOfChildren(ctx.db, ctx.actor.caregiverId, children)
  if (found.length !== children.length) return notFound
  if (found.some(({ caregiver_id }) => caregiver_id !== ctx.actor.caregiverId)) {
    return badInput(side === 'owner' ? 'ownerChildren' : 'recipientChildren', playdatePrompts.notYours)
  }
  return allow({ row, side, children })
}
