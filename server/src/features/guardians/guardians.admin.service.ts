import type { PlaceAction } from '@tagalong/contract/features/guardians/guardians.admin.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { lockCaregiverForShare, lockPlaydatesOf, lockSidesOfForShare } from '#db/locks.ts'
import { listAdministrators } from '#features/users/users.db.ts'
import type { Done } from '#http/audit.ts'
import { type Facts, hidden } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import {
  endPlaceTomorrow,
  findKnownPlace,
  hasAllGuardians,
  type KnownPlaceRow,
  lockChild,
  restorePlaceTomorrow,
  stopChange,
} from './guardians.admin.db.ts'
import type { PlaceOfChild } from './guardians.admin.policy.ts'
import { placeOverKind } from './places/place-over.ts'
import { hasOtherToStay, listGuardianUsers } from './places/places.db.ts'
import { notifyOfSafety, type SafetyNotice } from './safety.ts'

const placeChanged = new Refusal(409, m.prompt_guardian_changed)
const needsOne = new Refusal(409, m.prompt_guardian_needs_one)
const isFull = new Refusal(409, m.prompt_guardian_full)

/** Takes effect in a day, so that those concerned can object and another administrator can stop it. */
export async function changePlace(
  ctx: Ctx,
  of: Authorised<PlaceOfChild>,
  { action, reason }: { action: PlaceAction; reason: string },
): Promise<Done<KnownPlaceRow> | Refusal> {
  if (!(await lockAll(ctx, of))) return notFound
  const at = await changes[action](ctx, of, reason)
  if (at instanceof Refusal) return at
  const message = action === 'end' ? 'place.ends' : 'place.returns'
  await notifyConcerned(ctx, of, { message, params: { at: at.toISOString() } }, reason)
  return doneWith(ctx, of, { action, reason: hidden(reason) })
}

type Change = (ctx: Ctx, of: PlaceOfChild, reason: string) => Promise<Date | Refusal>

/** The child is locked: no grown-up begins or leaves meanwhile. */
const changes: Record<PlaceAction, Change> = {
  async end({ db, actor, queue }, of, reason) {
    if (of.place.role === 'guardian' && !(await hasOtherToStay(db, of))) return needsOne
    const { childId, caregiverId } = of
    const until = await endPlaceTomorrow(db, { childId, caregiverId, by: actor.userId, reason })
    if (!until) return placeChanged
    // What the guardian arranged is passed on then. Helpers arrange nothing.
    if (of.place.role === 'guardian')
      await queue.enqueue(db, placeOverKind, { child: childId, caregiver: caregiverId }, until)
    return until
  },
  async restore({ db, actor }, of, reason) {
    if (!of.place.was_guardian) return notFound
    if (await hasAllGuardians(db, of.childId)) return isFull
    const { childId, caregiverId } = of
    return (
      (await restorePlaceTomorrow(db, { childId, caregiverId, by: actor.userId, reason })) ?? placeChanged
    )
  },
}

/**
 * Any administrator may stop a change until it takes effect.
 * @param at when it was to take effect, as the caller saw it
 */
export async function stopPlaceChange(
  ctx: Ctx,
  of: Authorised<PlaceOfChild>,
  at: string | undefined,
): Promise<Done<KnownPlaceRow> | Refusal> {
  if (!(await lockAll(ctx, of))) return notFound
  // The current state, under the lock.
  const place = await findKnownPlace(ctx.db, of)
  if (at && place?.underWay?.at.getTime() !== Date.parse(at)) return placeChanged
  if (!(await stopChange(ctx.db, of))) return placeChanged
  await notifyConcerned(ctx, of, { message: 'place.stays', params: {} }, undefined)
  return doneWith(ctx, of, {})
}

/** False if the child or the grown-up is erased. */
async function lockAll({ db }: Ctx, { childId, caregiverId }: PlaceOfChild): Promise<boolean> {
  if (!(await lockCaregiverForShare(db, caregiverId))) return false
  if (!(await lockChild(db, childId))) return false
  await lockSidesOfForShare(db, [childId])
  await lockPlaydatesOf(db, [childId])
  return true
}

type News = {
  [N in SafetyNotice as N['message']]: Pick<N, 'message' | 'params'>
}[`place.${'ends' | 'returns' | 'stays'}`]

/** Notifies each user once, with a link to where they may look. Only the grown-up concerned is mailed the reason. */
async function notifyConcerned(
  ctx: Ctx,
  { childId, caregiverId, place }: PlaceOfChild,
  news: News,
  reason: string | undefined,
): Promise<void> {
  const concerned = place.user_id === null ? [] : [place.user_id]
  const guardians = (await listGuardianUsers(ctx.db, childId, null)).filter((id) => !concerned.includes(id))
  const notified = [...concerned, ...guardians]
  const administrators = (await listAdministrators(ctx.db)).filter((id) => !notified.includes(id))
  // A stopped change leaves nothing to look at.
  const url = `/child/${childId}/${news.message === 'place.stays' ? 'grown-ups' : `change/${caregiverId}`}`
  await notifyOfSafety(ctx, concerned, { ...news, url, ...(reason !== undefined && { reason }) })
  await notifyOfSafety(ctx, guardians, { ...news, url })
  await notifyOfSafety(ctx, administrators, { ...news, url: `/admin/child/${childId}` })
}

async function doneWith({ db }: Ctx, of: PlaceOfChild, facts: Facts): Promise<Done<KnownPlaceRow> | Refusal> {
  const place = await findKnownPlace(db, of)
  if (!place) return placeChanged
  const caregiver = of.caregiverId
  return {
    result: place,
    entry: {
      kind: 'child',
      id: of.childId,
      before: datesOf(of.place),
      after: { caregiver, ...facts, ...datesOf(place) },
    },
  }
}

function datesOf({ since, until }: KnownPlaceRow): Facts {
  return { since: since.toISOString(), until: until?.toISOString() ?? null }
}
