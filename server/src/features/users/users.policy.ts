import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { forbidden, notFound, Refusal } from '#http/refusal.ts'
import { findListedUser, isOfOneChild, type ListedUserRow } from './users.admin.db.ts'
import { findUser } from './users.db.ts'

type ById = { params: { id: string } }

/** Asks the database each time: sessions cache rights for a moment, and losing them must take effect at once. */
export async function administrator(ctx: Ctx): Promise<Authorised<Actor> | Refusal> {
  const user = await findUser(ctx.db, ctx.actor.userId)
  return user?.is_admin ? authorise(ctx.actor) : forbidden
}

export async function anyUser(ctx: Ctx, { params }: ById): Promise<Authorised<ListedUserRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findListedUser(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

/** Refuses grown-ups of the administrator's own children: nobody may take over such an account, or part of it. */
export async function userOfOthers(ctx: Ctx, input: ById): Promise<Authorised<ListedUserRow> | Refusal> {
  const user = await anyUser(ctx, input)
  if (user instanceof Refusal || !user.caregiver) return user
  return (await isOfOneChild(ctx.db, ctx.actor.caregiverId, user.caregiver.id)) ? notFound : user
}

/** Returns another user as `userOfOthers` allows, or null for one that is to be added. */
export async function userToSave(
  ctx: Ctx,
  input: ById,
): Promise<Authorised<{ user: ListedUserRow | null }> | Refusal> {
  if (input.params.id !== 'new') {
    const row = await userOfOthers(ctx, input)
    return row instanceof Refusal ? row : authorise({ user: row })
  }
  const admin = await administrator(ctx)
  return admin instanceof Refusal ? admin : authorise({ user: null })
}
