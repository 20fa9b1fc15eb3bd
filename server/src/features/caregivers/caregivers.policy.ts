import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { type CaregiverRow, findCaregiver, findCaregiverOfUser } from './caregivers.db.ts'

/** The policy of calls that concern only the caller. */
export function caller<A>({ actor }: Ctx<A>): Authorised<A> {
  return authorise(actor)
}

/** Accepts 'current-user', the caller's user id or their profile id; 404 for anything else. */
export function ownProfileId(ctx: Ctx, { params }: { params: { id: string } }): Authorised<Actor> | Refusal {
  const own = ['current-user', ctx.actor.userId, ctx.actor.caregiverId]
  return own.includes(params.id) ? authorise(ctx.actor) : notFound
}

export async function ownProfile(
  ctx: Ctx,
  input: { params: { id: string } },
): Promise<Authorised<CaregiverRow> | Refusal> {
  const named = ownProfileId(ctx, input)
  if (!('userId' in named)) return named
  const { caregiverId, userId } = ctx.actor
  const row = await (caregiverId ? findCaregiver(ctx.db, caregiverId) : findCaregiverOfUser(ctx.db, userId))
  return row ? authorise(row) : notFound
}
