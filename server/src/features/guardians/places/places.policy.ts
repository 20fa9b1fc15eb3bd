import { lockGrownUpsForShare } from '#db/locks.ts'
import { isFreshSession } from '#features/auth/auth.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { forbidden, notFound, notFresh, type Refusal } from '#http/refusal.ts'
import { findPlace, lockChildOf, type PlaceRow } from './places.db.ts'

/** A place to change, with the first name of its child, which is locked. */
export type HeldPlace = PlaceRow & { child: string }

/**
 * Loads the caller's own place with that child. 404 if they have none, or if they help a guardian whose account is
 * suspended, closed or erased.
 */
export async function ownPlace(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<PlaceRow> | Refusal> {
  const row = await findPlace(db, { childId: params.id, caregiverId: actor.caregiverId })
  return row && !row.is_adder_out ? authorise(row) : notFound
}

/** Loads the caller's place as a guardian, to change it. */
export async function ownGuardianship(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<HeldPlace> | Refusal> {
  const row = await hold(ctx, params.id, ctx.actor.caregiverId)
  return row?.role === 'guardian' ? authorise(row) : notFound
}

/** A guardian must have a fresh session: somebody who only holds their phone must not part them from the child. */
export async function placeToLeave(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<HeldPlace> | Refusal> {
  const row = await hold(ctx, params.id, ctx.actor.caregiverId)
  if (!row) return notFound
  const mayLeave = row.role === 'helper' || (await isFreshSession(ctx.db, ctx.actor.sessionId))
  return mayLeave ? authorise(row) : notFresh
}

/** Loads the place of a helper whom the caller added; 403 for the child's others, whom every guardian sees. */
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

/** Reads the place once the child is locked, so that earlier changes are done. */
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
