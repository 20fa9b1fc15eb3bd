import type { Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate } from './playdates.db.ts'
import { notificationOf, toldHelpers } from './playdates.notifications.ts'
import { playdateChanged, playdatePast } from './playdates.refusals.ts'
import { sendFrame } from './playdates.service.ts'
import { listResponses, type ResponseRow, setResponse } from './responses.db.ts'

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
  if (set.isNew) await tell(ctx, row, response, set.others)
  const caregiver = row.recipients.find(({ id }) => id === caregiverId)
  if (!caregiver) throw new Error('an invitee who answered is not among the invited')
  return { caregiver, response, children: ownChildrenOf(row) }
}

function ownChildrenOf({ recipientChildren }: PlaydateRow): string[] {
  return recipientChildren.filter(({ is_own }) => is_own).map(({ id }) => id)
}

async function tell(
  ctx: CaregiverCtx,
  row: PlaydateRow,
  response: Response,
  others: readonly string[],
): Promise<void> {
  const isYes = response === 'accepted'
  const change = { now: ctx.clock.now(), about: ctx.actor.caregiverId }
  const organiser = notificationOf(row, isYes ? 'event.coming' : 'event.notComing', change)
  await notifyCaregivers(ctx, [row.owner.id], organiser)
  await notifyCaregivers(ctx, others, notificationOf(row, isYes ? 'side.yes' : 'side.no', change))
  const hasHelpers = row.standing.some(({ role }) => role === 'helper')
  const after = hasHelpers ? await findPlaydate(ctx.db, ctx.actor.caregiverId, row.id) : undefined
  await sendFrame(ctx, row, after)
  for (const { message, to } of after ? toldHelpers(row.standing, after.standing) : []) {
    if (message === 'help.changed') continue
    await notifyCaregivers(ctx, to, notificationOf(row, message, { now: ctx.clock.now() }))
  }
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
  return caregiver && row.response
    ? { caregiver, response: row.response, children: ownChildrenOf(row) }
    : null
}

export function listEventResponses(ctx: CaregiverCtx, row: Authorised<PlaydateRow>): Promise<ResponseRow[]> {
  return listResponses(ctx.db, ctx.actor.caregiverId, row.id)
}
