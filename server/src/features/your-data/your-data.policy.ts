import { findPauseBegin } from '#features/safety/standing/standing.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, CaregiverActor, Ctx } from '#http/context.ts'

export interface Owner {
  user: Authorised<Actor>
  /** null without a profile */
  caregiver: Authorised<CaregiverActor> | null
  /** Since when the account is paused, or null. Nothing newer than that, and nothing of what is to come, is read. */
  pausedSince: Date | null
}

export async function ownData({ db, actor }: Ctx): Promise<Authorised<Owner>> {
  const { caregiverId, timeZone } = actor
  const caregiver = caregiverId && timeZone ? authorise({ ...actor, caregiverId, timeZone }) : null
  const pausedSince = actor.isPaused ? await findPauseBegin(db, actor.userId) : null
  return authorise({ user: authorise(actor), caregiver, pausedSince })
}
