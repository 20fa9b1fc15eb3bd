import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { lockCaregiverForShare } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { askedBy } from '../connections.service.ts'
import {
  deleteIntroduction,
  findIntroduction,
  type IntroductionRow,
  insertIntroduced,
  listIntroductions as listRows,
  replaceIntroduction,
} from './introductions.db.ts'
import type { NewIntroduction } from './introductions.policy.ts'

export function listIntroductions(
  { db }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
): Promise<IntroductionRow[]> {
  return listRows(db, { viewer: caregiverId })
}

/** Notifies the other guardian, not the friends. Doesn't reveal which friends the other guardian knows already. */
export async function createIntroduction(
  ctx: CaregiverCtx,
  { child, to, friends }: Authorised<NewIntroduction>,
): Promise<Refusal | null> {
  const from = ctx.actor.caregiverId
  if (!(await lockCaregiverForShare(ctx.db, to))) return notFound
  await replaceIntroduction(ctx.db, { from, to, child, friends: friends.toSorted() })
  if (await findIntroduction(ctx.db, { viewer: to, from })) {
    const url = `/introduction/${from}`
    await notifyCaregivers(ctx, [to], { message: 'introduction.made', params: {}, url, about: from })
  }
  return null
}

/** Sends each chosen friend an ordinary invitation. */
export async function acceptIntroduction(
  ctx: CaregiverCtx,
  { from, friends }: Authorised<IntroductionRow>,
  chosen: readonly string[],
): Promise<Refusal | null> {
  const { caregiverId: inviterId } = ctx.actor
  const ids = [...new Set(chosen)].toSorted()
  if (ids.some((id) => !friends.some((friend) => friend.id === id))) return notFound
  const there: string[] = []
  for (const id of ids) if (await lockCaregiverForShare(ctx.db, id)) there.push(id)
  for (const inviteeId of there) {
    const id = newId()
    if (!(await insertIntroduced(ctx.db, { id, inviterId, inviteeId, introducedBy: from.id }))) continue
    await notify(ctx.db, { kind: 'frame', to: [inviterId, inviteeId], frame: { connection: id } })
    await notifyCaregivers(ctx, [inviteeId], askedBy(inviterId))
  }
  await deleteIntroduction(ctx.db, { from: from.id, to: inviterId })
  return null
}

/** Notifies nobody. */
export async function rejectIntroduction(
  { db, actor }: CaregiverCtx,
  { from }: Authorised<IntroductionRow>,
): Promise<void> {
  await deleteIntroduction(db, { from: from.id, to: actor.caregiverId })
}
