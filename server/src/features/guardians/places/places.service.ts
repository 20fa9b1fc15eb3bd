import { hoursToBegin } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { lockPlaydatesOf } from '#db/locks.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { type InviteRow, listInvitesOf } from '../invites/invites.db.ts'
import { endOfLastDay } from '../last-day.ts'
import { notifyOfSafety, refreshGrownUps, refreshHelpers } from '../safety.ts'
import { placeOverKind } from './place-over.ts'
import {
  endHelp as endHelpRow,
  findPlace,
  hasOtherToStay,
  leaveSoon,
  listGuardianUsers,
  listPlaces,
  moveEndOfHelp,
  type PlaceRow,
  setSharesPlaces,
  stay,
} from './places.db.ts'
import type { HeldPlace } from './places.policy.ts'

/** Limited, because each one mails the other guardians. */
const leavings = { name: 'leave-child', points: 10, seconds: 86_400, text: refusalTexts.aLotAtOnce }

/** Runs before the transaction. */
export function refuseManyLeavings({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(leavings, actor.caregiverId)
}

const placeChanged = new Refusal(409, m.prompt_guardian_changed)
const lastGuardian = (child: string) => new Refusal(409, () => m.prompt_guardian_last({ child }))

interface GrownUpRows {
  own: PlaceRow
  places: PlaceRow[]
  invites: InviteRow[]
}

/** A guardian sees all grown-ups; a helper sees themselves and the guardian they help. */
export async function listGrownUps({ db }: CaregiverCtx, own: Authorised<PlaceRow>): Promise<GrownUpRows> {
  const places = await listPlaces(db, own.child_id)
  if (own.role === 'guardian') return { own, places, invites: await listInvitesOf(db, own.child_id) }
  const known = [own.caregiver.id, own.addedBy?.id]
  return { own, places: places.filter(({ caregiver }) => known.includes(caregiver.id)), invites: [] }
}

/** A guardian's place ends in a day, so that a hasty or forced press can be undone; a helper's at once. */
export async function leaveChild(
  ctx: CaregiverCtx,
  place: Authorised<HeldPlace>,
): Promise<PlaceRow | null | Refusal> {
  if (place.role === 'helper') {
    const refused = await end(ctx, place)
    return refused ?? null
  }
  const ids = idsOf(place)
  await lockPlaydatesOf(ctx.db, [ids.childId])
  // The child must keep a guardian who is there now and isn't leaving.
  if (place.until === null && !(await hasOtherToStay(ctx.db, ids))) return lastGuardian(place.child)
  const until = await leaveSoon(ctx.db, { ...ids, endedBy: ctx.actor.userId }, hoursToBegin)
  if (!until) return placeChanged
  await ctx.queue.enqueue(ctx.db, placeOverKind, { child: ids.childId, caregiver: ids.caregiverId }, until)
  const params = { at: until.toISOString() }
  const common = { params, url: urlOf(place) }
  await notifyOthers(ctx, place, { message: 'guardian.leaves', ...common })
  await notifyOfSafety(ctx, [ctx.actor.userId], { message: 'guardian.leavesYou', ...common })
  return reload(ctx, place)
}

/** Undoes leaving, if the caller decided it themselves. */
export async function stayWithChild(
  ctx: CaregiverCtx,
  place: Authorised<HeldPlace>,
): Promise<PlaceRow | Refusal> {
  const ids = idsOf(place)
  await lockPlaydatesOf(ctx.db, [ids.childId])
  if (!(await stay(ctx.db, { ...ids, endedBy: ctx.actor.userId }))) return placeChanged
  await notifyOthers(ctx, place, { message: 'guardian.stays', params: {}, url: urlOf(place) })
  return reload(ctx, place)
}

/** Notifies nobody. Takes effect with the next read of a playdate. */
export async function saveOwnPlace(
  ctx: CaregiverCtx,
  place: Authorised<HeldPlace>,
  { sharesPlaces }: { sharesPlaces: boolean },
): Promise<PlaceRow | Refusal> {
  await lockPlaydatesOf(ctx.db, [place.child_id])
  await setSharesPlaces(ctx.db, idsOf(place), sharesPlaces)
  return reload(ctx, place)
}

export async function changeHelper(
  ctx: CaregiverCtx,
  place: Authorised<HeldPlace>,
  { until: date }: { until: string },
): Promise<PlaceRow | Refusal> {
  const until = endOfLastDay(date, { now: ctx.clock.now(), zone: ctx.actor.timeZone })
  if (until instanceof Refusal) return until
  await lockPlaydatesOf(ctx.db, [place.child_id])
  if (!(await moveEndOfHelp(ctx.db, idsOf(place), until))) return placeChanged
  await refreshHelp(ctx, place)
  return reload(ctx, place)
}

export function endHelp(ctx: CaregiverCtx, place: Authorised<HeldPlace>): Promise<Refusal | null> {
  return end(ctx, place)
}

async function end(ctx: CaregiverCtx, place: HeldPlace): Promise<Refusal | null> {
  await lockPlaydatesOf(ctx.db, [place.child_id])
  const ended = await endHelpRow(ctx.db, { ...idsOf(place), endedBy: ctx.actor.userId })
  if (!ended) return placeChanged
  await refreshHelp(ctx, place)
  return null
}

/** Refreshes the screens that the helper and the guardians have open. */
async function refreshHelp({ db }: CaregiverCtx, place: HeldPlace): Promise<void> {
  const { childId, caregiverId } = idsOf(place)
  await refreshHelpers(db, [caregiverId])
  await refreshGrownUps(db, await listGuardianUsers(db, childId, null))
}

async function notifyOthers(
  ctx: CaregiverCtx,
  place: PlaceRow,
  notice: Parameters<typeof notifyOfSafety>[2],
): Promise<void> {
  const { childId, caregiverId } = idsOf(place)
  const others = await listGuardianUsers(ctx.db, childId, caregiverId)
  await notifyOfSafety(ctx, others, { ...notice, about: caregiverId })
}

async function reload({ db }: CaregiverCtx, place: PlaceRow): Promise<PlaceRow | Refusal> {
  return (await findPlace(db, idsOf(place))) ?? placeChanged
}

function idsOf({ child_id, caregiver }: PlaceRow): { childId: string; caregiverId: string } {
  return { childId: child_id, caregiverId: caregiver.id }
}

function urlOf({ child_id }: PlaceRow): string {
  return `/child/${child_id}/grown-ups`
}
