import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import {
  type ChildNameRow,
  findChild,
  findKnownPlace,
  hasKnownPlace,
  type KnownPlaceRow,
} from './guardians.admin.db.ts'

export async function anyChildWithPlaces(
  ctx: Ctx,
  { params }: { params: { id: string } },
): Promise<Authorised<ChildNameRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findChild(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

export interface PlaceOfChild {
  childId: string
  caregiverId: string
  place: KnownPlaceRow
}

/** Not by whoever is a grown-up of the child, or was: nobody brings themself back, or sends the other away. */
export async function placeToChange(
  ctx: Ctx,
  { params }: { params: { id: string; caregiverId: string } },
): Promise<Authorised<PlaceOfChild> | Refusal> {
  const child = await anyChildWithPlaces(ctx, { params })
  if (child instanceof Refusal) return child
  if (await isGrownUp(ctx, child.id)) return forbidden
  const ids = { childId: child.id, caregiverId: params.caregiverId }
  const place = await findKnownPlace(ctx.db, ids)
  return place ? authorise({ ...ids, place }) : notFound
}

export async function isGrownUp({ db, actor }: Ctx, childId: string): Promise<boolean> {
  return actor.caregiverId !== null && hasKnownPlace(db, { childId, caregiverId: actor.caregiverId })
}
