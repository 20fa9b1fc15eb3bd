import type { CancelCause } from '@tagalong/contract/features/playdates/playdate.ts'
import { notify } from '#db/listen.ts'
import { lockGrownUpsForShare, lockPlaydatesOf, lockSidesOfForShare } from '#db/locks.ts'
import { dropComingPlace } from '#features/guardians/invites/new-places.db.ts'
import { listGuardianUsers, standAnew } from '#features/guardians/places/places.db.ts'
import { notifyOfSafety } from '#features/guardians/safety.ts'
import { leaveAsks, lockAsksFor } from '#features/playdates/asks/asks.db.ts'
import { notifyOncePerSeries } from '#features/playdates/series/series.notifications.ts'
import { countSpots, tidyLines } from '#features/playdates/spots/spots.db.ts'
import type { JobCtx } from '#http/context.ts'
import { removeFromComing } from './erasure.db.ts'
import { notificationOfTakenOff, notifyOfLeaving, notifyOfNoHelp } from './erasure.notifications.ts'
import {
  addPrivateRoom,
  dropIntroductions,
  findEnd,
  isNotified,
  type Left,
  leaveSides,
  listEndedHelp,
  listEndedLooks,
  listToReload,
  listWithout,
  lockChild,
  passChild,
  passPlaydates,
  stopInvitesBy,
} from './handing-over.db.ts'

type HandingOverCtx = Pick<JobCtx, 'db' | 'queue' | 'clock'>

/** Runs at the end of a guardian's place; does nothing if they stayed after all. Idempotent. */
export async function endPlace(
  { db, queue, clock }: HandingOverCtx,
  { child, caregiver }: { child: string; caregiver: string },
): Promise<void> {
  const left = { childId: child, caregiverId: caregiver }
  await db.transaction().execute(async (transaction) => {
    const ctx = { db: transaction, queue, clock }
    await lockGrownUpsForShare(ctx.db, child)
    await lockAsksFor(ctx.db, left)
    if (!(await lockChild(ctx.db, child))) return
    const since = await findEnd(ctx.db, left)
    if (!since) return
    await lockSidesOfForShare(ctx.db, [child])
    await lockPlaydatesOf(ctx.db, [child])
    await handOver(ctx, left, 'children')
    const users = await listGuardianUsers(ctx.db, child, caregiver)
    if (users.length > 0 && (await isNotified(ctx.db, left, { users, since }))) return
    await notifyOfSafety(ctx, users, {
      message: 'guardian.left',
      params: {},
      url: `/child/${child}/grown-ups`,
      about: caregiver,
    })
    await notifyOfNoHelp(ctx, await listEndedHelp(ctx.db, caregiver, [child]))
  })
}

/** Notifies all guardians that one of them, who was leaving, stays after all, since nobody else does. */
export async function notifyOfStaying(
  ctx: HandingOverCtx,
  childId: string,
  caregiverId: string,
): Promise<void> {
  const users = await listGuardianUsers(ctx.db, childId, null)
  const url = `/child/${childId}/grown-ups`
  await notifyOfSafety(ctx, users, { message: 'guardian.stays', params: {}, url, about: caregiverId })
}

/** Notifies the other guardians, without a name: the account is gone. */
export async function notifyOfEnd(ctx: HandingOverCtx, childId: string, caregiverId: string): Promise<void> {
  const users = await listGuardianUsers(ctx.db, childId, caregiverId)
  const params = { at: new Date(ctx.clock.now()).toISOString() }
  const url = `/child/${childId}/grown-ups`
  await notifyOfSafety(ctx, users, { message: 'place.ends', params, url })
}

/**
 * Passes what a guardian arranged for a child that they left to a guardian who may act for all children on its side. If
 * there is none, and at their own events, the child is taken off. The child leaves their orders. The child and its
 * playdates must be locked.
 */
export async function handOver(
  ctx: HandingOverCtx,
  left: Left,
  cause: Exclude<CancelCause, 'organiser'>,
): Promise<void> {
  const { db, clock } = ctx
  const now = new Date(clock.now())
  await stopInvites(ctx, left)
  await dropIntroductions(db, left)
  await standAnew(db, left.childId)
  await leaveAsks(db, left)
  await passPlaydates(db, left, now)
  for (const each of await passChild(db, left, now)) await addPrivateRoom(db, each)
  await takeOff(ctx, left, cause)
  for (const { id, caregivers } of await listToReload(db, left, now)) {
    await notify(db, { kind: 'frame', to: caregivers, frame: { playdate: id } })
  }
}

/** Cancels the coming places of guardians whom the guardian who left had invited. */
async function stopInvites(ctx: HandingOverCtx, left: Left): Promise<void> {
  const { childId, caregiverId } = left
  const coming = await stopInvitesBy(ctx.db, left)
  for (const { caregiver_id } of coming) await dropComingPlace(ctx.db, childId, caregiver_id)
  if (coming.length === 0) return
  const stopped = { message: 'guardian.stopped', params: {}, about: caregiverId } as const
  const guardians = await listGuardianUsers(ctx.db, childId, caregiverId)
  await notifyOfSafety(ctx, guardians, { ...stopped, url: `/child/${childId}/grown-ups` })
  const invitees = coming.flatMap(({ user_id }) => user_id ?? [])
  await notifyOfSafety(ctx, invitees, { ...stopped, url: '/profile' })
}

async function takeOff(
  ctx: HandingOverCtx,
  left: Left,
  cause: Exclude<CancelCause, 'organiser'>,
): Promise<void> {
  const { db, clock } = ctx
  const now = new Date(clock.now())
  const from = await listWithout(db, left, now)
  const { childId, caregiverId } = left
  const looked = await listEndedLooks(db, left, from)
  const removed = await removeFromComing(db, {
    childIds: [childId],
    caregiverId,
    cause,
    causeOfEvents: 'organiser',
    from,
    now,
  })
  // Helpers whose help ended with the place saw it until then.
  const changed = removed.map((playdate) => {
    const ended = looked.filter(({ playdate_id }) => playdate_id === playdate.id)
    return { ...playdate, helpers: [...playdate.helpers, ...ended.map(({ caregiver_id }) => caregiver_id)] }
  })
  const ids = changed.map(({ id }) => id)
  await tidyLines(db, ids)
  await countSpots(db, ids)
  const gone = await leaveSides(db, from)
  for (const { id, caregivers, helpers } of changed) {
    await notify(db, { kind: 'frame', to: [...caregivers, ...helpers], frame: { playdate: id } })
  }
  const isGone = ({ id }: { id: string }, caregiver: string) =>
    gone.some((each) => each.playdate_id === id && each.caregiver_id === caregiver)
  const heardOf = changed.filter(({ goes_along }) => !goes_along)
  const staying = heardOf.map((playdate) => ({
    ...playdate,
    caregivers: playdate.caregivers.filter((each) => !isGone(playdate, each)),
  }))
  await notifyOfLeaving(ctx, staying, caregiverId, cause)
  // They no longer see it.
  const off = heardOf.map((playdate) => ({
    playdate,
    to: playdate.caregivers.filter((each) => isGone(playdate, each)),
    notice: notificationOfTakenOff(playdate, caregiverId, clock.now()),
  }))
  await notifyOncePerSeries(ctx, off)
}
