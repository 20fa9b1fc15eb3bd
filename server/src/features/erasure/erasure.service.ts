import type { CancelCause } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { notify } from '#db/listen.ts'
import { lockCaregiverForUpdate, lockPlaydatesOf, lockSidesOfForShare, lockUserForUpdate } from '#db/locks.ts'
import { endSessionsOf } from '#features/auth/sessions.service.ts'
import { endBilling } from '#features/billing/billing.service.ts'
import { type CaregiverRow, dropCodes, findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { type ChildRow, lockChildrenForUpdate } from '#features/children/children.db.ts'
import { listUploadsOf } from '#features/files/files.db.ts'
import { erasePhotos } from '#features/files/files.service.ts'
import { eraseMemberships } from '#features/groups/memberships/memberships.service.ts'
import { takeOutOfPods } from '#features/groups/memberships/pod-children.db.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { forgetBlocks } from '#features/safety/blocks/blocks.db.ts'
import { forgetMutes } from '#features/safety/mutes/mutes.db.ts'
import { deleteUser, findUser, hasOtherAdmins } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  deleteConnections,
  deleteReports,
  eraseCaregiver,
  eraseChildren,
  eraseNames,
  removeFromComing,
} from './erasure.db.ts'
import { notificationOfLeaving } from './erasure.notifications.ts'

const lastAdmin = new Refusal(409, m.prompt_auth_last_admin)

/** Its name is in no list, request or playdate any more; everybody whose playdate changed is notified. */
export async function deleteChild(ctx: Ctx<CaregiverActor>, child: Authorised<ChildRow>): Promise<void> {
  await eraseAll(ctx, [child], 'children')
}

/** What others still need of the account stays with them, without saying whose it was. */
export function deleteAccount(ctx: Ctx, { userId }: Authorised<Actor>): Promise<Refusal | null> {
  return eraseUser(ctx, userId)
}

/** The last administrator stays; who they are is locked. */
export async function eraseUser(ctx: Ctx, userId: string): Promise<Refusal | null> {
  const user = await findUser(ctx.db, userId)
  if (user?.is_admin && !(await hasOtherAdmins(ctx.db, userId))) return lastAdmin
  const caregiver = await profileToErase(ctx, userId)
  if (caregiver) await eraseProfile(ctx, caregiver.id)
  await lockUserForUpdate(ctx.db, userId)
  await endBilling(ctx, userId)
  await erasePhotos(ctx, await listUploadsOf(ctx.db, userId))
  await deleteReports(ctx.db, userId)
  await endSessionsOf(ctx.db, userId, null)
  return (await deleteUser(ctx.db, userId)) ? null : notFound
}

/** Whoever has none may be just making it. */
async function profileToErase({ db }: Ctx, userId: string): Promise<CaregiverRow | undefined> {
  const row = await findCaregiverOfUser(db, userId)
  if (row) return row
  await lockUserForUpdate(db, userId)
  return findCaregiverOfUser(db, userId)
}

/** The caregiver with children, connections and memberships; false where it was erased already. */
export async function eraseProfile(ctx: Ctx, caregiverId: string): Promise<boolean> {
  if (!(await lockCaregiverForUpdate(ctx.db, caregiverId))) return false
  await eraseAll(ctx, await lockChildrenForUpdate(ctx.db, caregiverId), 'account')
  for (const { id, others } of await deleteConnections(ctx.db, caregiverId)) {
    await notify(ctx.db, { kind: 'frame', to: others, frame: { connection: id } })
  }
  await eraseMemberships(ctx.db, caregiverId)
  await forgetBlocks(ctx.db, caregiverId)
  await forgetMutes(ctx.db, caregiverId)
  await dropCodes(ctx.db, caregiverId)
  await eraseCaregiver(ctx.db, caregiverId)
  return true
}

/** The children of one caregiver, which are locked. */
async function eraseAll(ctx: Ctx, children: readonly ChildRow[], cause: CancelCause): Promise<void> {
  const caregiverId = children[0]?.caregiver_id
  if (!caregiverId) return
  const ids = children.map(({ id }) => id)
  await lockSidesOfForShare(ctx.db, ids)
  await lockPlaydatesOf(ctx.db, ids)
  await eraseNames(ctx.db, ids)
  const changed = await removeFromComing(ctx.db, {
    childIds: ids,
    caregiverId,
    cause,
    now: new Date(ctx.clock.now()),
  })
  await eraseChildren(ctx.db, ids)
  await takeOutOfPods(ctx.db, ids)
  await erasePhotos(
    ctx,
    children.flatMap(({ photo }) => photo ?? []),
  )
  for (const playdate of changed) {
    const { id, caregivers } = playdate
    await notify(ctx.db, { kind: 'frame', to: caregivers, frame: { playdate: id } })
    const others = caregivers.filter((each) => each !== caregiverId)
    await notifyCaregivers(ctx, others, notificationOfLeaving(playdate, caregiverId, cause, ctx.clock.now()))
  }
}
