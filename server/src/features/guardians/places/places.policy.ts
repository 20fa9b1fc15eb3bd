import { lockGrownUpsForShare } from '#db/locks.ts'
import { isFreshSession } from '#features/auth/auth.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, notFresh, type Refusal } from '#http/refusal.ts'
import { findPlace, lockChildOf, type PlaceRow } from './places.db.ts'

/** A place to change, with the first name of its child, which is held. */
export type HeldPlace = PlaceRow & { child: string }

/**
 * The caller's own with that child; of anybody else's child nothing is shown, nor of one that they help somebody with who
 * is out.
 */
export async function ownPlace(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<PlaceRow> | Refusal> {
  const row = await findPlace(db, { childId: params.id, caregiverId: actor.caregiverId })
  return row && !row.is_adder_out ? authorise(row) : notFound
}

/** The same of a guardian, to change it. */
export async function ownGuardianship(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<HeldPlace> | Refusal> {
  const row = await hold(ctx, params.id, ctx.actor.caregiverId)
  return row?.role === 'guardian' ? authorise(row) : notFound
}

/** A guardian shows first that it is them: who only holds their phone doesn't part them from the child. */
export async function placeToLeave(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<HeldPlace> | Refusal> {
  const row = await hold(ctx, params.id, ctx.actor.caregiverId)
  if (!row) return notFound
  const mayLeave = row.role === 'helper' || (await isFreshSession(ctx.db, ctx.actor.sessionId))
  return mayLeave ? authorise(row) : notFresh
}

/** A helper's that the caller added. Every guardian sees the others, and ends none of them. */
export async function helperToChange(
  ctx: CaregiverCtx,
  { params }: { params: { id: string; caregiverId: string } },
): Promise<Authorised<HeldPlace> | Refusal> {
  const own = await hold(ctx, params.id, ctx.actor.caregiverId)
  if (own?.role !== 'guardian') return notFound
  const row = await findPlace(ctx.db, { childId: params.id, caregiverId: params.caregiverId })
  if (!row) return notFound
  return row.addedBy?.id === ctx.actor.caregiverId ? authorise({ ...row, child: own.child }) : forbidden
}

/** Read once the child is held: whoever was before is done. */
async function hold(
  { db }: CaregiverCtx,
  childId: string,
  caregiverId: string,
): Promise<HeldPlace | undefined> {
  if (!(await findPlace(db, { childId, caregiverId }))) return undefined
  await lockGrownUpsForShare(db, childId)
  const child = await lockChildOf(db, { childId, caregiverId })
  const row = child === undefined ? undefined : await findPlace(db, { childId, caregiverId })
  return row && child !== undefined ? { ...row, child } : undefined
}
