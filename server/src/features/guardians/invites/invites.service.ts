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
import { lockGrownUpsForShare, lockPlaydatesOf } from '#db/locks.ts'
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
/** A separate limit: users who often open their profile can still follow a link. */
const lists = { name: 'guardian-invite-lists', points: 60, seconds: 3_600 }
const threeOpen = new Refusal(409, m.prompt_guardian_three_open)
const full = new Refusal(409, m.prompt_guardian_full)
const oneself = new Refusal(400, m.prompt_guardian_oneself)
export const inPlace = new Refusal(409, m.prompt_guardian_in_place)
export const inviteChanged = new Refusal(409, m.prompt_guardian_invite_changed)

/** Runs before the transaction. */
export function refuseManyGuardianLinks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(links, actor.caregiverId)
}

/** Runs before a link is looked up. */
export function refuseManyReads({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(reads, actor.userId)
}

export function refuseManyLists({ limits, actor }: Ctx): Promise<Refusal | null> {
  return limits.use(lists, actor.userId)
}

export interface NewLink {
  invite: InviteRow
  /** In no other answer. */
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

/** Those who will begin count, too. */
export async function refuseFull(db: Db, childId: string, role: Role): Promise<Refusal | null> {
  const most = role === 'guardian' ? maxGuardians : maxHelpers
  return (await countPlaces(db, childId, role)) < most ? null : full
}

export function listOwnInvites({ db }: Ctx, { userId }: Authorised<Actor>): Promise<InviteRow[]> {
  return listInvitesTo(db, userId)
}

/** Gives no place yet: the inviter has to confirm who it is. Accepting again changes nothing. */
export async function acceptGuardianInvite(
  ctx: Ctx,
  invite: Authorised<InviteRow>,
): Promise<InviteRow | Refusal> {
  const { db, actor } = ctx
  if (invite.inviter.id === actor.caregiverId) return oneself
  if (actor.caregiverId && (await hasPlace(db, invite.child_id, actor.caregiverId))) return inPlace
  if (invite.invitee_user_id === actor.userId) return invite
  if (!(await markAccepted(db, invite.id, actor.userId))) return inviteChanged
  // A user without a profile has no name yet: the inviter is notified once they have one.
  if (actor.caregiverId) await notifyOfYes(ctx, invite, actor.caregiverId)
  await refreshGrownUps(db, [invite.inviter.id])
  return reload(ctx, invite.id)
}

async function notifyOfYes(ctx: NotifyCtx, { child_id, inviter }: InviteRow, about: string): Promise<void> {
  const url = `/child/${child_id}/grown-ups`
  await notifyCaregivers(ctx, [inviter.id], { message: 'guardian.opened', params: {}, url, about })
}

/** For a user who accepted before they had a profile. Runs in the transaction that makes the profile. */
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

/** Only while the place has not begun. */
export async function stopGuardianInvite(
  ctx: Ctx,
  invite: Authorised<InviteRow>,
  version: number | undefined,
): Promise<Refusal | null> {
  const { db, actor } = ctx
  // The version that the policy judged counts, even if the caller gives none: otherwise a guardian confirmed since
  // would begin although the invite is stopped.
  if (version !== undefined && version !== invite.version) return inviteChanged
  await lockGrownUpsForShare(db, invite.child_id)
  if (!(await lockGrownUps(db, invite.child_id))) return notFound
  await lockPlaydatesOf(db, [invite.child_id])
  if (!(await markStopped(db, invite))) return inviteChanged
  // Before the invite is confirmed, a coming place comes from another invite or an administrator.
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
