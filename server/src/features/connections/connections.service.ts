import { randomBytes } from 'node:crypto'
import { connectionTexts } from '@tagalong/contract/features/connections/connections.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { notify } from '#db/listen.ts'
import { lockCaregiverForShare, lockTiesForShare } from '#db/locks.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { findCaregiver, findCaregiverByPhone } from '#features/caregivers/caregivers.db.ts'
import { countingProofs } from '#features/caregivers/caregivers.service.ts'
import { refusePhoneNumber } from '#features/caregivers/phone-number.ts'
import { listFriendsChildren } from '#features/children/children.db.ts'
import { type NotificationInput, notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx, Ctx, NotifyCtx } from '#http/context.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import {
  answerConnection,
  bindWaiting,
  bindWaitingConnection,
  type ConnectionRow,
  deleteConnection,
  findConnection,
  findOpenInvite,
  forgetOwnNo,
  hasRejected,
  insertConnection,
  listConnections as listRows,
  listWaiting,
  type OpenInvite,
  redeemInvite,
  updateInvite,
} from './connections.db.ts'

const invitations = { name: 'connection', points: 20, seconds: 86_400 }
const newLinks = { name: 'connection-link', points: 20, seconds: 86_400 }
const linkReads = { name: 'invite-address', points: 60, seconds: 3_600 }
const linkTakes = { name: 'invite-take', points: 60, seconds: 3_600 }
const lookUps = { name: 'find-user', points: 20, seconds: 86_400 }
const exists = new Refusal(409, connectionTexts.exists)
const changed = new Refusal(409, connectionTexts.changed)
const known = new Refusal(409, m.prompt_connection_known)

export interface Circle {
  rows: ConnectionRow[]
  friendsChildren: VisibleChildRow[]
}

/** The actor's pending and accepted connections, with the children of accepted ones. */
export async function listConnections(ctx: CaregiverCtx, actor: Authorised<CaregiverActor>): Promise<Circle> {
  const viewer = actor.caregiverId
  return {
    rows: await listRows(ctx.db, { viewer }),
    friendsChildren: await listFriendsChildren(ctx.db, { viewer }),
  }
}

export interface Invitation {
  row: ConnectionRow
  /** Null if the number is another caregiver's. */
  inviteUrl: string | null
}

/** Runs before the transaction, so that callers over the limit hold no database connection. */
export function refuseManyInvitations({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(invitations, actor.caregiverId)
}

/** Invites the caregiver with that number, or makes an invite link if nobody has it. */
export async function createConnection(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  fields: { inviteeName: string; inviteePhoneNumber: string },
): Promise<Invitation | Refusal> {
  const refused = refusePhoneNumber('inviteePhoneNumber', fields.inviteePhoneNumber)
  if (refused) return refused
  await lockTiesForShare(ctx.db, actor.caregiverId)
  const own = await findCaregiver(ctx.db, actor.caregiverId)
  if (own?.phone_number === fields.inviteePhoneNumber)
    return badInput('inviteePhoneNumber', connectionTexts.oneself)
  const proofs = countingProofs(ctx.env)
  const found = await findCaregiverByPhone(ctx.db, fields.inviteePhoneNumber, proofs, actor.caregiverId)
  // An account that is just being erased doesn't count.
  const invitee = found && (await lockCaregiverForShare(ctx.db, found.id)) ? found : undefined
  const invite = invitee ? null : newInvite()
  try {
    const pair = { inviterId: actor.caregiverId, ...fields }
    const bound = invitee && (await bindWaitingConnection(ctx.db, { ...pair, inviteeId: invitee.id }))
    const id = bound ?? newId()
    if (!bound) {
      const inviteHash = invite ? hashOf(invite) : null
      await insertConnection(ctx.db, { ...pair, id, inviteeId: invitee?.id ?? null, inviteHash })
    }
    // Checked after the insert: a rejection before it is seen, a later one finds the new connection.
    if (await hasRejected(ctx.db, { ...pair, inviteeId: invitee?.id ?? null })) return exists
    await sendFrame(ctx, id, [actor.caregiverId, ...(invitee ? [invitee.id] : [])])
    if (invitee) await notifyCaregivers(ctx, [invitee.id], askedBy(actor.caregiverId))
    return { row: await reload(ctx, id), inviteUrl: invite && inviteUrlOf(ctx, invite) }
  } catch (error) {
    if (violates(error, 'connection_number_key') || violates(error, 'connection_pair_key')) return exists
    throw error
  }
}

/**
 * Delivers the invitations of the last 90 days that wait for the number, as if they were made now. The caregiver proved
 * the number just before, in this transaction.
 */
export async function deliverInvitations(
  ctx: NotifyCtx,
  to: { caregiverId: string; phoneNumber: string },
): Promise<Refusal | null> {
  await lockTiesForShare(ctx.db, to.caregiverId)
  try {
    for (const { id, inviter_id: inviterId } of await listWaiting(ctx.db, to)) {
      if (!(await lockCaregiverForShare(ctx.db, inviterId))) continue
      if (!(await bindWaiting(ctx.db, { id, inviteeId: to.caregiverId }))) continue
      await sendFrame(ctx, id, [inviterId, to.caregiverId])
      await notifyCaregivers(ctx, [to.caregiverId], askedBy(inviterId))
    }
    return null
  } catch (error) {
    // The two were connected in another way meanwhile.
    if (violates(error, 'connection_pair_key')) return changed
    throw error
  }
}

/** The notification for a caregiver whom `inviterId` wants to connect with. */
export function askedBy(inviterId: string): NotificationInput {
  return { message: 'connection.asked', params: {}, url: '/connections?t=pending', about: inviterId }
}

/** Runs before the transaction. */
export function refuseManyLinks({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(newLinks, actor.caregiverId)
}

/** Makes another link for an invitation that nobody redeemed yet: the old link may be lost or expired. */
export async function renewLink(
  ctx: CaregiverCtx,
  row: Authorised<ConnectionRow>,
): Promise<{ inviteUrl: string } | Refusal> {
  const inviterId = ctx.actor.caregiverId
  const invite = newInvite()
  if (!(await updateInvite(ctx.db, { id: row.id, inviterId, inviteHash: hashOf(invite) }))) return changed
  await sendFrame(ctx, row.id, [inviterId])
  return { inviteUrl: inviteUrlOf(ctx, invite) }
}

/** Runs before the transaction. */
export function refuseManyTokens({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(linkTakes, actor.caregiverId)
}

/** Connects the caller with the link's inviter at once. If the caller rejected them before, that no longer counts. */
export async function acceptLink(
  ctx: CaregiverCtx,
  { connectionId: id, inviterId }: Authorised<OpenInvite>,
): Promise<AnsweredConnection | Refusal> {
  const { caregiverId } = ctx.actor
  if (!(await lockCaregiverForShare(ctx.db, inviterId))) return notFound
  await forgetOwnNo(ctx.db, { inviterId, inviteeId: caregiverId })
  try {
    if (!(await redeemInvite(ctx.db, { connectionId: id, caregiverId }))) return notFound
  } catch (error) {
    if (violates(error, 'connection_pair_key')) return known
    throw error
  }
  await answerConnection(ctx.db, { id, inviteeId: caregiverId, status: 'accepted' })
  await sendFrame(ctx, id, [inviterId, caregiverId])
  await notifyCaregivers(ctx, [inviterId], answeredWith('accepted', caregiverId, id))
  return { row: await reload(ctx, id), friendsChildren: await childrenOfOthers(ctx) }
}

/** The first name of the caregiver who made the link. Every other token gets the same answer. */
export async function readInvite(ctx: Ctx<unknown>, token: string): Promise<{ name: string } | Refusal> {
  const tooOften = await ctx.limits.use(linkReads, ctx.client.ip)
  if (tooOften) return tooOften
  return (await findOpenInvite(ctx.db, hashOf(token))) ?? notFound
}

function newInvite(): string {
  return randomBytes(16).toString('base64url')
}

function inviteUrlOf({ env, actor }: CaregiverCtx, invite: string): string {
  const query = new URLSearchParams({ inviter: actor.caregiverId, invite, source: 'friend' })
  return `${env.publicUrl}/register?${query}`
}

export interface AnsweredConnection {
  row: ConnectionRow
  friendsChildren: VisibleChildRow[]
}

export function acceptConnection(
  ctx: CaregiverCtx,
  row: Authorised<ConnectionRow>,
): Promise<AnsweredConnection | Refusal> {
  return answer(ctx, row, 'accepted')
}

export function rejectConnection(
  ctx: CaregiverCtx,
  row: Authorised<ConnectionRow>,
): Promise<AnsweredConnection | Refusal> {
  return answer(ctx, row, 'rejected')
}

async function answer(
  ctx: CaregiverCtx,
  row: Authorised<ConnectionRow>,
  status: 'accepted' | 'rejected',
): Promise<AnsweredConnection | Refusal> {
  const done = await answerConnection(ctx.db, { id: row.id, inviteeId: ctx.actor.caregiverId, status })
  if (!done) return changed
  await sendFrame(ctx, row.id, sidesOf(row))
  await notifyCaregivers(ctx, [row.inviter.id], answeredWith(status, ctx.actor.caregiverId, row.id))
  return { row: await reload(ctx, row.id), friendsChildren: await childrenOfOthers(ctx) }
}

function answeredWith(
  status: 'accepted' | 'rejected',
  inviteeId: string,
  connection: string,
): NotificationInput {
  return status === 'accepted'
    ? { message: 'connection.accepted', params: {}, url: '/connections', about: inviteeId }
    : { message: 'connection.declined', params: { connection }, url: '/connections?t=pending' }
}

export async function removeConnection(
  ctx: CaregiverCtx,
  row: Authorised<ConnectionRow>,
  only?: 'pending',
): Promise<Refusal | null> {
  if (only && row.status !== only) return changed
  if (!(await deleteConnection(ctx.db, row))) return changed
  await sendFrame(ctx, row.id, sidesOf(row))
  return null
}

export async function childrenOfOthers(ctx: CaregiverCtx): Promise<VisibleChildRow[]> {
  return listFriendsChildren(ctx.db, { viewer: ctx.actor.caregiverId })
}

/** Whether a caregiver has that number. Each question counts towards the limit, whatever the answer. */
export async function findUser(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  phoneNumber: string,
): Promise<{ found: boolean } | Refusal> {
  const tooOften = await ctx.limits.use(lookUps, actor.caregiverId)
  if (tooOften) return tooOften
  const found = await findCaregiverByPhone(ctx.db, phoneNumber, countingProofs(ctx.env), actor.caregiverId)
  return { found: found !== undefined }
}

function sidesOf(row: ConnectionRow): string[] {
  return row.invitee ? [row.inviter.id, row.invitee.id] : [row.inviter.id]
}

async function reload(ctx: CaregiverCtx, id: string): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, ctx.actor.caregiverId, id)
  if (!row) throw new Error('a connection just written is not there')
  return row
}

async function sendFrame(ctx: NotifyCtx, id: string, to: string[]): Promise<void> {
  await notify(ctx.db, { kind: 'frame', to, frame: { connection: id } })
}
