import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import type { Actor } from './playdate-changes.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate } from './playdates.db.ts'
import { type Deed, guardiansGone, noticesOf, notificationOf } from './playdates.notifications.ts'

/** What proposing and changing need: the context of a call, or of a job on behalf of the caregiver who asked. */
export interface PlanCtx extends Pick<CaregiverCtx, 'db' | 'queue' | 'clock'> {
  actor: Pick<CaregiverActor, 'caregiverId' | 'timeZone'>
}

export function actorOf({ actor }: PlanCtx, { side }: PlaydateRow): Actor {
  return { caregiverId: actor.caregiverId, side }
}

/**
 * Sends the frames and notifications of a change, and returns the changed row.
 * @param before the row before the change; only the id if it is new
 * @param replaced the playdate whose place it took
 */
export async function changedTo(
  ctx: PlanCtx,
  before: PlaydateRow | { id: string },
  deed: Deed,
  replaced?: PlaydateRow,
): Promise<PlaydateRow> {
  const row = await reload(ctx, before.id)
  const known = replaced ?? ('version' in before ? before : undefined)
  await sendFrame(ctx, row, known)
  if (replaced) await sendFrame(ctx, replaced)
  await notifyStanding(ctx, row, deed, known)
  return row
}

async function notifyStanding(
  ctx: PlanCtx,
  row: PlaydateRow,
  deed: Deed,
  before: PlaydateRow | undefined,
): Promise<void> {
  const actor = ctx.actor.caregiverId
  const notices = noticesOf(deed, { actor, before: before?.standing ?? [], after: row.standing })
  for (const { message, to } of notices) {
    // The order's maker is notified of the next family instead.
    const hearing =
      message === 'playdate.rejected' && row.ask_id ? to.filter((id) => id !== row.owner.id) : to
    // Helpers don't see which grown-up acted.
    const about = message.startsWith('help.') ? undefined : actor
    // A helper who no longer sees the playdate mustn't learn what it is now.
    const said = message === 'help.cancelled' ? (before ?? row) : row
    await notifyCaregivers(
      ctx,
      hearing,
      notificationOf(said, message, { now: ctx.clock.now(), about, before }),
    )
  }
  if (before) await notifyGone(ctx, row, before)
}

/** Notifies guardians who are no longer on it, with its previous times: they mustn't learn the new proposal. */
async function notifyGone(
  ctx: PlanCtx,
  { standing: after }: PlaydateRow,
  before: PlaydateRow,
): Promise<void> {
  const about = ctx.actor.caregiverId
  const gone = guardiansGone(about, { before: before.standing, after })
  const notice = notificationOf(before, 'side.cancelled', { now: ctx.clock.now(), about, before })
  await notifyCaregivers(ctx, gone, { ...notice, url: '/view-playdates' })
}

async function reload(ctx: PlanCtx, id: string): Promise<PlaydateRow> {
  const row = await findPlaydate(ctx.db, ctx.actor.caregiverId, id)
  if (!row) throw new Error('a playdate just written is not there')
  return row
}

/** Sends a frame, at commit, to everybody who sees the playdate or saw it before. */
export async function sendFrame(ctx: PlanCtx, row: PlaydateRow, before = row): Promise<void> {
  const seeing = [...row.standing, ...before.standing].filter(({ sees }) => sees)
  const to = [...new Set(seeing.map(({ id }) => id))]
  await notify(ctx.db, { kind: 'frame', to, frame: { playdate: row.id } })
}
