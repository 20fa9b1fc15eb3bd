import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { m } from '@tagalong/contract/messages.ts'
import { notify } from '#db/listen.ts'
import { lockCaregiverForUpdate, lockPlaydatesOf, lockSidesOfForShare, lockUserForUpdate } from '#db/locks.ts'
import { deleteNotes } from '#features/afternoon/afternoon.db.ts'
import { forgetMails } from '#features/auth/links/links.db.ts'
import { endSessionsOf } from '#features/auth/sessions.service.ts'
import { endBilling } from '#features/billing/billing.service.ts'
import { deleteFeed } from '#features/calendar/calendar.db.ts'
import { type CaregiverRow, dropCodes, findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { deleteDaysAwayOf, deleteDaysAwayOfChildren } from '#features/children/away/away.db.ts'
import { type ChildRow, lockChildrenForUpdate } from '#features/children/children.db.ts'
import { listUploadsOf } from '#features/files/files.db.ts'
import { erasePhotos } from '#features/files/files.service.ts'
import { eraseMemberships } from '#features/groups/memberships/memberships.service.ts'
import { takeOutOfPods } from '#features/groups/memberships/pod-children.db.ts'
import { dropComingPlace } from '#features/guardians/invites/new-places.db.ts'
import { deleteAsksOf } from '#features/playdates/asks/asks.db.ts'
import { forgetReminders } from '#features/playdates/reminders/reminders.db.ts'
import { countSpots, tidyLines } from '#features/playdates/spots/spots.db.ts'
import { forgetBlocks } from '#features/safety/blocks/blocks.db.ts'
import { forgetMutes } from '#features/safety/mutes/mutes.db.ts'
import { barSuspended } from '#features/safety/standing/bars.service.ts'
import { deleteUser, findUser, hasOtherAdmins } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, CaregiverCtx, Ctx, JobCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  deleteConnections,
  deleteReports,
  eraseCaregiver,
  eraseChildren,
  eraseNames,
  removeFromComing,
} from './erasure.db.ts'
import { notifyOfLeaving, notifyOfNoChild, notifyOfNoHelp } from './erasure.notifications.ts'
import { leaveSides, listEndedHelp } from './handing-over.db.ts'
import { handOver, notifyOfEnd, notifyOfStaying } from './handing-over.service.ts'
import {
  deleteIntroductionsOf,
  deleteInvitesOf,
  endPlacesOf,
  findReturn,
  forgetWhoAsked,
  hasOtherGuardian,
  listBesides,
  listComingOf,
  listComingPlaces,
  listStaying,
  passPhotosOn,
  undoLeaving,
} from './shared-children.db.ts'

/** What erasing needs of its context, in calls and in jobs. */
export type ErasureCtx = Pick<JobCtx, 'db' | 'queue' | 'clock'>

/** What the nightly jobs need, which go on if one erasure fails. */
export type SweepingCtx = ErasureCtx & Pick<JobCtx, 'log'>

const lastAdmin = new Refusal(409, m.prompt_auth_last_admin)

const notAlone = (child: string) => new Refusal(409, () => m.prompt_guardian_not_alone({ child }))

const comesBack = (child: string) => new Refusal(409, () => m.prompt_guardian_comes_back({ child }))

/** Removes the child from every list, request and playdate, and notifies everybody whose playdate changed. */
export async function deleteChild(ctx: CaregiverCtx, child: Authorised<ChildRow>): Promise<Refusal | null> {
  const { caregiverId } = ctx.actor
  if (await hasOtherGuardian(ctx.db, child.id, caregiverId)) return notAlone(child.first_name)
  await lockPlaydatesWith(ctx, [child])
  await notifyOfNoHelp(ctx, await eraseAll(ctx, { caregiverId, children: [child], cause: 'children' }))
  return null
}

/** Leaves others what they still need of the account, without saying whose it was. */
export async function deleteAccount(ctx: Ctx, { userId }: Authorised<Actor>): Promise<Refusal | null> {
  await barSuspended(ctx, userId)
  return eraseUser(ctx, userId)
}

/** Refuses for the last administrator; the caller locks administrators. A refusal has changed nothing. */
export async function eraseUser(ctx: ErasureCtx, userId: string): Promise<Refusal | null> {
  const user = await findUser(ctx.db, userId)
  if (user?.is_admin && !(await hasOtherAdmins(ctx.db, userId))) return lastAdmin
  const caregiver = await profileToErase(ctx, userId)
  const erased = caregiver && (await eraseProfile(ctx, caregiver.id))
  if (erased instanceof Refusal) return erased
  await lockUserForUpdate(ctx.db, userId)
  await endBilling(ctx, userId)
  await passPhotosOn(ctx.db, userId)
  await erasePhotos(ctx, await listUploadsOf(ctx.db, userId))
  await deleteReports(ctx.db, userId)
  await endSessionsOf(ctx.db, userId, null)
  if (user) await forgetMails(ctx.db, user)
  return (await deleteUser(ctx.db, userId)) ? null : notFound
}

/** A user without a profile may be just making it, so look again with the user locked. */
async function profileToErase({ db }: ErasureCtx, userId: string): Promise<CaregiverRow | undefined> {
  const row = await findCaregiverOfUser(db, userId)
  if (row) return row
  await lockUserForUpdate(db, userId)
  return findCaregiverOfUser(db, userId)
}

/**
 * Erases the caregiver with connections, memberships and the children that are theirs alone. False if already erased.
 */
export async function eraseProfile(ctx: ErasureCtx, caregiverId: string): Promise<boolean | Refusal> {
  if (!(await lockCaregiverForUpdate(ctx.db, caregiverId))) return false
  const refused = await endGuardianships(ctx, caregiverId)
  if (refused) return refused
  for (const { id, others } of await deleteConnections(ctx.db, caregiverId)) {
    await notify(ctx.db, { kind: 'frame', to: others, frame: { connection: id } })
  }
  await eraseMemberships(ctx.db, caregiverId)
  await forgetBlocks(ctx.db, caregiverId)
  await forgetMutes(ctx.db, caregiverId)
  await dropCodes(ctx.db, caregiverId)
  await deleteFeed(ctx.db, caregiverId)
  await deleteDaysAwayOf(ctx.db, caregiverId)
  await forgetReminders(ctx.db, caregiverId)
  await deleteAsksOf(ctx.db, caregiverId)
  await eraseCaregiver(ctx.db, caregiverId)
  return true
}

/**
 * Children with another guardian stay with them, whole; the others are erased. Refuses while an administrator is
 * bringing another guardian of such a child back, who would find it gone.
 */
async function endGuardianships(ctx: ErasureCtx, caregiverId: string): Promise<Refusal | null> {
  const { db } = ctx
  const all = await lockChildrenForUpdate(db, caregiverId)
  await lockPlaydatesWith(ctx, all)
  const ids = all.map(({ id }) => id)
  const staying = await listStaying(db, caregiverId, ids)
  const children = all.filter(({ id }) => !staying.includes(id))
  const alone = children.map(({ id }) => id)
  const returning = await findReturn(db, caregiverId, alone)
  if (returning) return comesBack(returning.first_name)
  const stay = await undoLeaving(db, caregiverId, staying)
  await endPlacesOf(db, caregiverId, alone)
  const helpers = await eraseAll(ctx, { caregiverId, children, cause: 'account' })
  for (const childId of staying) await handOver(ctx, { childId, caregiverId }, 'account')
  for (const id of await listComingPlaces(db, caregiverId)) await dropComingPlace(db, id, caregiverId)
  await forgetWhoAsked(db, caregiverId)
  await deleteInvitesOf(db, caregiverId)
  await deleteIntroductionsOf(db, caregiverId)
  for (const { child_id, caregiver_id } of stay) await notifyOfStaying(ctx, child_id, caregiver_id)
  for (const childId of staying) await notifyOfEnd(ctx, childId, caregiverId)
  await notifyOfNoHelp(ctx, [...new Set([...helpers, ...(await listEndedHelp(db, caregiverId, staying))])])
  return null
}

async function lockPlaydatesWith({ db }: ErasureCtx, children: readonly ChildRow[]): Promise<void> {
  if (children.length === 0) return
  const ids = children.map(({ id }) => id)
  await lockSidesOfForShare(db, ids)
  await lockPlaydatesOf(db, ids)
}

interface Erased {
  /** The caregiver who causes it. */
  caregiverId: string
  /** Children without another guardian; they and their playdates are locked. */
  children: readonly ChildRow[]
  cause: CancelCause
}

/** Erases the children. Returns the users who helped with them, who aren't notified yet. */
async function eraseAll(ctx: ErasureCtx, { caregiverId, children, cause }: Erased): Promise<string[]> {
  if (children.length === 0) return []
  const ids = children.map(({ id }) => id)
  await eraseNames(ctx.db, ids)
  const { coming, helpers } = await listBesides(ctx.db, ids)
  // While the child is still in its playdates, since coming grown-ups are on their sides already.
  for (const { child_id, caregiver_id } of await listComingOf(ctx.db, ids)) {
    await dropComingPlace(ctx.db, child_id, caregiver_id)
  }
  const now = new Date(ctx.clock.now())
  const changed = await removeFromComing(ctx.db, { childIds: ids, caregiverId, cause, now })
  const left = changed.map(({ id }) => id)
  await tidyLines(ctx.db, left)
  await countSpots(ctx.db, left)
  await eraseChildren(ctx.db, ids)
  await leaveSides(ctx.db, left)
  await deleteNotes(ctx.db, ids)
  await deleteDaysAwayOfChildren(ctx.db, ids)
  await takeOutOfPods(ctx.db, ids)
  await erasePhotos(
    ctx,
    children.flatMap(({ photo }) => photo ?? []),
  )
  for (const each of changed) {
    const to = [...each.caregivers, ...each.helpers]
    await notify(ctx.db, { kind: 'frame', to, frame: { playdate: each.id } })
  }
  const heardOf = changed.filter(({ goes_along }) => !goes_along)
  await notifyOfLeaving(ctx, heardOf, caregiverId, cause)
  await notifyOfNoChild(ctx, coming, { caregiverId, cause })
  return helpers
}
