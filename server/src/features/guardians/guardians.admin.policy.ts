import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import {
  type ChildNameRow,
  findChild,
  findKnownPlace,
  hasKnownPlace,
  type KnownGrownUps,
  type KnownPlaceRow,
  listKnownPlaces,
} from './guardians.admin.db.ts'

type OfChild = { params: { id: string } }

export async function anyGrownUps(ctx: Ctx, input: OfChild): Promise<Authorised<KnownGrownUps> | Refusal> {
  const child = await anyChild(ctx, input)
  if (child instanceof Refusal) return child
  const places = await listKnownPlaces(ctx.db, child.id)
  return authorise({ child, places, mayChange: !(await isGrownUp(ctx, child.id)) })
}

async function anyChild(ctx: Ctx, { params }: OfChild): Promise<ChildNameRow | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  return (await findChild(ctx.db, params.id)) ?? notFound
}

export interface PlaceOfChild {
  childId: string
  caregiverId: string
  place: KnownPlaceRow
}

/** 403 for those who are or were a grown-up of the child: nobody brings themselves back, or sends the other away. */
export async function placeToChange(
  ctx: Ctx,
  { params }: { params: { id: string; caregiverId: string } },
): Promise<Authorised<PlaceOfChild> | Refusal> {
  const child = await anyChild(ctx, { params })
  if (child instanceof Refusal) return child
  if (await isGrownUp(ctx, child.id)) return forbidden
  const ids = { childId: child.id, caregiverId: params.caregiverId }
  const place = await findKnownPlace(ctx.db, ids)
  return place ? authorise({ ...ids, place }) : notFound
}

async function isGrownUp({ db, actor }: Ctx, childId: string): Promise<boolean> {
  return actor.caregiverId !== null && hasKnownPlace(db, { childId, caregiverId: actor.caregiverId })
}
