import type { ChildFields } from '@tagalong/contract/features/children/children.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { notify } from '#db/listen.ts'
import { lockCaregiverForShare } from '#db/locks.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import {
  createProfile,
  deliverIfProven,
  type ProfileFields,
  profileExists,
} from '#features/caregivers/caregivers.service.ts'
import type { ChildRow } from '#features/children/children.db.ts'
import { createChildren } from '#features/children/children.service.ts'
import { findOpenInvite, findOpenInviteOf, redeemInvite } from '#features/connections/connections.db.ts'
import { askedBy } from '#features/connections/connections.service.ts'
import { isInvited } from '#features/guardians/invites/invites.db.ts'
import { notifyOfEarlierYes } from '#features/guardians/invites/invites.service.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { takeInvite } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'

const noChild = badInput('children', m.prompt_onboarding_no_child)

/** Makes profile and children in the request's one transaction: all or nothing. */
export async function submitOnboarding(
  ctx: Ctx,
  actor: Authorised<Actor>,
  { children, ...profile }: ProfileFields & { children: ChildFields[] },
): Promise<{ profile: CaregiverRow; children: ChildRow[] } | Refusal> {
  if (actor.caregiverId) return profileExists
  // A user invited to be a grown-up of another family's child needs none of their own.
  if (children.length === 0 && !(await isInvited(ctx.db, actor.userId))) return noChild
  const created = await createProfile(ctx, actor, profile)
  if (created instanceof Refusal) return created
  await redeem(ctx, actor.userId, created.id)
  await notifyOfEarlierYes(ctx, { userId: actor.userId, caregiverId: created.id })
  const refused = await deliverIfProven(ctx, created)
  if (refused) return refused
  const added = await createChildren(ctx, created.id, children, photoField)
  return added instanceof Refusal ? added : { profile: created, children: added }
}

export const photoField = (index: number) => `children.${index}.photo`

/** Puts a user who registered by an invite link among the inviter's invitations at once; both are notified. */
async function redeem(ctx: Ctx, userId: string, caregiverId: string): Promise<void> {
  const { hash, connectionId } = await takeInvite(ctx.db, userId)
  if (!hash) return
  const invite = await (connectionId ? findOpenInviteOf(ctx.db, connectionId) : findOpenInvite(ctx.db, hash))
  if (!invite || !(await lockCaregiverForShare(ctx.db, invite.inviterId))) return
  const connection = invite.connectionId
  if (!(await redeemInvite(ctx.db, { connectionId: connection, caregiverId }))) return
  await notify(ctx.db, { kind: 'frame', to: [invite.inviterId, caregiverId], frame: { connection } })
  await notifyCaregivers(ctx, [caregiverId], askedBy(invite.inviterId))
  await notifyCaregivers(ctx, [invite.inviterId], {
    message: 'connection.joined',
    params: { connection },
    url: '/connections?t=pending',
  })
}
