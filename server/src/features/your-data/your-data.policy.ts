import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, CaregiverActor, Ctx } from '#http/context.ts'

export interface Owner {
  user: Authorised<Actor>
  /** null without a profile */
  caregiver: Authorised<CaregiverActor> | null
}

/** Everybody reads what is their own. */
export function ownData({ actor }: Ctx): Authorised<Owner> {
  const { caregiverId, timeZone } = actor
  const caregiver = caregiverId && timeZone ? authorise({ ...actor, caregiverId, timeZone }) : null
  return authorise({ user: authorise(actor), caregiver })
}
