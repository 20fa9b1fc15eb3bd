import { notify } from '#db/listen.ts'
import { deedOfEnding, notificationOf } from '#features/playdates/playdates.notifications.ts'
import { notifyOncePerSeries } from '#features/playdates/series/series.notifications.ts'
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
  for (const { id, caregivers } of off) {
    await notify(ctx.db, { kind: 'frame', to: caregivers, frame: { playdate: id } })
  }
  // Of a request for another time that goes with its playdate nothing more is said.
  const heardOf = off.filter(({ replaces_id }) => !off.some(({ id }) => id === replaces_id))
  const said = heardOf.map((playdate) => {
    const message = deedOfEnding(playdate, playdate.side)
    const to = playdate.caregivers.filter((each) => each !== caregiverId)
    return { playdate, to, notice: notificationOf(playdate, message, { now, about: caregiverId }) }
  })
  await notifyOncePerSeries(ctx, said)
}

/** Sockets end where it is paused, and every process learns at once what the sessions may do now. */
export async function setStanding({ db }: Pick<Ctx, 'db'>, userId: string, to: Standing): Promise<void> {
  await updateStanding(db, userId, to)
  await notify(db, { kind: to.standing === 'good' ? 'changed' : 'paused', user: userId })
}
