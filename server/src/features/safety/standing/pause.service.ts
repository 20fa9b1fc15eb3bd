import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { deedOfEnding, notificationOf } from '#features/playdates/playdates.notifications.ts'
import type { Ctx } from '#http/context.ts'
import { cancelForPause, type Standing, updateStanding } from './pause.db.ts'

type PauseCtx = Pick<Ctx<unknown>, 'db' | 'queue' | 'clock'>

/**
 * Calls off what the caregiver can't come to, as if they did, without a reason. Before the account is paused: after it
 * nobody would be told of what they do. The caregiver and the playdates are locked.
 */
export async function callOff(
  ctx: PauseCtx,
  { caregiverId, ids }: { caregiverId: string; ids: readonly string[] },
): Promise<void> {
  const now = ctx.clock.now()
  const off = await cancelForPause(ctx.db, { ids, caregiverId, now: new Date(now) })
  for (const playdate of off) {
    const { id, side, replaces_id, caregivers } = playdate
    await notify(ctx.db, { kind: 'frame', to: caregivers, frame: { playdate: id } })
    // Of a request for another time that goes with its playdate nothing more is said.
    if (off.some((each) => each.id === replaces_id)) continue
    const message = deedOfEnding(playdate, side)
    const others = caregivers.filter((each) => each !== caregiverId)
    await notifyCaregivers(ctx, others, notificationOf(playdate, message, { now, about: caregiverId }))
  }
}

/** Sockets end where it is paused, and every process learns at once what the sessions may do now. */
export async function setStanding({ db }: Pick<Ctx, 'db'>, userId: string, to: Standing): Promise<void> {
  await updateStanding(db, userId, to)
  await notify(db, { kind: to.standing === 'good' ? 'changed' : 'paused', user: userId })
}
