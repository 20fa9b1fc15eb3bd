import type { Response } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { setResponse } from './playdate-changes.db.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { listResponses, type ResponseRow } from './playdates.db.ts'
import { notificationOf } from './playdates.notifications.ts'
import { playdateChanged, playdatePast } from './playdates.refusals.ts'
import { sendFrame } from './playdates.service.ts'

type CaregiverCtx = Ctx<CaregiverActor>

const firstVersion = 1

/** An answer counts from now on: with it the room of all opens or closes for whoever gave it. */
export async function respondToEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  response: Response,
  seen: number | undefined,
): Promise<ResponseRow | Refusal> {
  const { caregiverId } = ctx.actor
  // Who doesn't say what they saw says yes to nothing that was changed.
  const version = seen ?? (response === 'accepted' ? firstVersion : undefined)
  const now = new Date(ctx.clock.now())
  const set = await setResponse(ctx.db, { id: row.id, caregiverId, response, version, now })
  if (!set) {
    const isOver = row.status === 'accepted' && row.accepted_time && row.accepted_time <= now
    return isOver ? playdatePast : playdateChanged
  }
  // The same answer again is no news.
  if (set === 'new') {
    await sendFrame(ctx, row)
    await notifyCaregivers(
      ctx,
      [row.owner.id],
      notificationOf(row, response === 'accepted' ? 'event.coming' : 'event.notComing', {
        now: ctx.clock.now(),
        about: caregiverId,
      }),
    )
  }
  const caregiver = row.recipients.find(({ id }) => id === caregiverId)
  if (!caregiver) throw new Error('an invitee who answered is not among the invited')
  return { caregiver, response }
}

export function acceptEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  seen: number | undefined,
): Promise<ResponseRow | Refusal> {
  return respondToEvent(ctx, row, 'accepted', seen)
}

export function rejectEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  seen: number | undefined,
): Promise<ResponseRow | Refusal> {
  return respondToEvent(ctx, row, 'rejected', seen)
}

export async function getEventResponse(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
): Promise<ResponseRow | null> {
  const caregiver = row.recipients.find(({ id }) => id === ctx.actor.caregiverId)
  return caregiver && row.response ? { caregiver, response: row.response } : null
}

export function listEventResponses(ctx: CaregiverCtx, row: Authorised<PlaydateRow>): Promise<ResponseRow[]> {
  return listResponses(ctx.db, ctx.actor.caregiverId, row.id)
}
