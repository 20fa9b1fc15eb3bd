import { lockTiesForShare } from '#db/locks.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { areGuardians, countFriends, findIntroduction, type IntroductionRow } from './introductions.db.ts'

export interface NewIntroduction {
  child: string
  to: string
  friends: string[]
}

/** 404 unless both are guardians of the child and all friends are the caller's. */
export async function introducible(
  { db, actor }: CaregiverCtx,
  { body }: { body: NewIntroduction },
): Promise<Authorised<NewIntroduction> | Refusal> {
  const { child, to } = body
  const friends = [...new Set(body.friends)].filter((id) => id !== to)
  if (to === actor.caregiverId || !(await areGuardians(db, { child, from: actor.caregiverId, to })))
    return notFound
  if (friends.length === 0 || (await countFriends(db, actor.caregiverId, friends)) < friends.length)
    return notFound
  return authorise({ child, to, friends })
}

/** Loads an introduction that is still on offer. */
export async function ownIntroduction(
  { db, actor }: CaregiverCtx,
  { params }: { params: { from: string } },
): Promise<Authorised<IntroductionRow> | Refusal> {
  const row = await findIntroduction(db, { viewer: actor.caregiverId, from: params.from })
  return row ? authorise(row) : notFound
}

/** `ownIntroduction`, to invite the friends: blocks made before are seen, later ones wait. */
export async function acceptableIntroduction(
  ctx: CaregiverCtx,
  input: { params: { from: string } },
): Promise<Authorised<IntroductionRow> | Refusal> {
  await lockTiesForShare(ctx.db, ctx.actor.caregiverId)
  return ownIntroduction(ctx, input)
}
