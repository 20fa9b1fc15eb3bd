import { randomBytes } from 'node:crypto'
import {
  maxGuardians,
  maxHelpers,
  maxOpenInvites,
  type Role,
} from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import type { Db } from '#db/db.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, CaregiverCtx, Ctx, NotifyCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { endOfLastDay } from '../last-day.ts'
import { listGuardianUsers } from '../places/places.db.ts'
import { notifyOfSafety, refreshGrownUps } from '../safety.ts'
import {
  countWaiting,
  findInvite,
  type InviteRow,
  insertInvite,
  listInvitesTo,
  markAccepted,
  markRejected,
  markStopped,
} from './invites.db.ts'
import { countPlaces, dropComingPlace, hasPlace, lockGrownUps } from './new-places.db.ts'

const links = { name: 'guardian-link', points: 10, seconds: 86_400, text: refusalTexts.aLotAtOnce }
const reads = { name: 'guardian-link-reads', points: 60, seconds: 3_600 }
/** Apart from those: who looks at their profile often can still follow a link. */
const lists = { name: 'guardian-invite-lists', points: 60, seconds: 3_600 }
const threeOpen = new Refusal(409, m.prompt_guardian_three_open)
const full = new Refusal(409, m.prompt_guardian_full)
const oneself = new Refusal(400, m.prompt_guardian_oneself)
export const inPlace = new Refusal(409, m.prompt_guardian_in_place)
export const inviteChanged = new Refusal(409, m.prompt_guardian_invite_changed)

/** Before the transaction. */
export function refuseManyGuardianLinks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(links, actor.caregiverId)
}

/** Before a link is looked up. */
export function refuseManyReads({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(reads, actor.userId)
}

export function refuseManyLists({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(lists, actor.userId)
}

export interface NewLink {
  invite: InviteRow
  /** Stands in no other answer. */
  inviteUrl: string
}

export async function createGuardianInvite(
  ctx: CaregiverCtx,
  { childId }: Authorised<{ childId: string }>,
  { label, role, until }: { label: string; role: Role; until?: string | undefined },
): Promise<NewLink | Refusal> {
  const { db, actor, clock, env } = ctx
  const helpUntil = until ? endOfLastDay(until, { now: clock.now(), zone: actor.timeZone }) : null
  if (helpUntil instanceof Refusal) return helpUntil
  if (!(await lockGrownUps(db, childId))) return notFound
  if ((await countWaiting(db, childId)) >= maxOpenInvites) return threeOpen
  const refused = await refuseFull(db, childId, role)
  if (refused) return refused
  const [id, token] = [newId(), randomBytes(16).toString('base64url')]
  const invitedBy = actor.caregiverId
  await insertInvite(db, { id, childId, invitedBy, label, role, helpUntil, tokenHash: hashOf(token) })
  return { invite: await reload(ctx, id), inviteUrl: `${env.publicUrl}/join/${token}` }
}

/** Counted with those who will begin. */
export async function refuseFull(db: Db, childId: string, role: Role): Promise<Refusal | null> {
  const most = role === 'guardian' ? maxGuardians : maxHelpers
  return (await countPlaces(db, childId, role)) < most ? null : full
}

export function listOwnInvites({ db }: Ctx, { userId }: Authorised<Actor>): Promise<InviteRow[]> {
  return listInvitesTo(db, userId)
}

/** It gives nothing yet: the inviter has to say that it is them. Again: the same. */
export async function acceptGuardianInvite(
  ctx: Ctx,
  invite: Authorised<InviteRow>,
): Promise<InviteRow | Refusal> {
  const { db, actor } = ctx
  if (invite.inviter.id === actor.caregiverId) return oneself
  if (actor.caregiverId && (await hasPlace(db, invite.child_id, actor.caregiverId))) return inPlace
  if (invite.invitee_user_id === actor.userId) return invite
  if (!(await markAccepted(db, invite.id, actor.userId))) return inviteChanged
  // Who has no profile yet has no name: the notice goes out when they have one.
  if (actor.caregiverId) await notifyOfYes(ctx, invite, actor.caregiverId)
  await refreshGrownUps(db, [invite.inviter.id])
  return reload(ctx, invite.id)
}

async function notifyOfYes(ctx: NotifyCtx, { child_id, inviter }: InviteRow, about: string): Promise<void> {
  const url = `/child/${child_id}/grown-ups`
  await notifyCaregivers(ctx, [inviter.id], { message: 'guardian.opened', params: {}, url, about })
}

/** In the transaction that makes the profile of somebody who said yes before. */
export async function notifyOfEarlierYes(
  ctx: NotifyCtx,
  { userId, caregiverId }: { userId: string; caregiverId: string },
): Promise<void> {
  for (const invite of await listInvitesTo(ctx.db, userId)) await notifyOfYes(ctx, invite, caregiverId)
}

export async function rejectGuardianInvite(
  ctx: Ctx,
  invite: Authorised<InviteRow>,
): Promise<InviteRow | Refusal> {
  if (invite.inviter.id === ctx.actor.caregiverId) return oneself
  if (!(await markRejected(ctx.db, invite))) return inviteChanged
  await refreshGrownUps(ctx.db, [invite.inviter.id])
  return { ...invite, status: 'rejected' }
}

/** As long as they have not begun. */
export async function stopGuardianInvite(
  ctx: Ctx,
  invite: Authorised<InviteRow>,
  version: number | undefined,
): Promise<Refusal | null> {
  const { db, actor } = ctx
  // As it was judged, whatever the caller names: who was confirmed since would begin although it is stopped.
  if (version !== undefined && version !== invite.version) return inviteChanged
  if (!(await lockGrownUps(db, invite.child_id))) return notFound
  if (!(await markStopped(db, invite))) return inviteChanged
  // Before, a place that is to come is another invite's, or an administrator's doing.
  if (invite.status === 'confirmed' && invite.invitee)
    await dropComingPlace(db, invite.child_id, invite.invitee.id)
  const words = { message: 'guardian.stopped', params: {} } as const
  const notice = { ...words, ...(actor.caregiverId && { about: actor.caregiverId }) }
  const guardians = await listGuardianUsers(db, invite.child_id, actor.caregiverId)
  await notifyOfSafety(ctx, guardians, { ...notice, url: `/child/${invite.child_id}/grown-ups` })
  const { invitee_user_id: invitee } = invite
  if (invitee && invitee !== actor.userId)
    await notifyOfSafety(ctx, [invitee], { ...notice, url: '/profile' })
  return null
}

async function reload({ db, actor }: Ctx, id: string): Promise<InviteRow> {
  const row = await findInvite(db, id, actor)
  if (!row) throw new Error('an invite just written is not there')
  return row
}
