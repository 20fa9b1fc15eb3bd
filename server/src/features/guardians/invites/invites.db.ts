import type { Role } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import type { GuardianInvite } from '@tagalong/contract/features/guardians/invites.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny, nameOf } from '#features/visibility/names.db.ts'
import { areApart, isGuardian, isOut } from '#features/visibility/visibility.db.ts'

export type InviteStatus = GuardianInvite['status']

export interface InviteRow {
  id: string
  child_id: string
  label: string
  role: Role
  help_until: Date | null
  /** Its status now: 'expired' if nobody answered or confirmed in time, 'stopped' if its inviter is no guardian now. */
  status: InviteStatus
  inviter: NameRow
  invitee_user_id: string | null
  /** null while they have no profile */
  invitee: NameRow | null
  /** The month of the invitee's registration, such as `2025-11`. */
  here_since: string | null
  expires_at: Date
  begins_at: Date | null
  version: number
}

const isWaiting = sql<boolean>`guardian_invite.status in ('sent', 'accepted')`

/** A helper's last day at the latest: confirmed after it, the place would begin after its end. */
const expiresAt = sql<Date>`least(guardian_invite.expires_at, guardian_invite.help_until)`

const status = sql<InviteStatus>`case
  when ${isWaiting} and ${expiresAt} <= now() then 'expired'
  when ${isWaiting} and not ${isGuardian(sql.ref('guardian_invite.invited_by'), sql.ref('guardian_invite.child_id'))}
    then 'stopped'
  else guardian_invite.status end`

/** True if the invite may still become a place, or will. */
const isOpen = sql<boolean>`(${status} in ('sent', 'accepted')
  or guardian_invite.status = 'confirmed' and guardian_invite.begins_at > now())`

function invites(db: Db) {
  return db
    .selectFrom('guardian_invite')
    .innerJoin('caregiver as inviter', 'inviter.id', 'guardian_invite.invited_by')
    .leftJoin('app_user', 'app_user.id', 'guardian_invite.invitee_user_id')
    .leftJoin('caregiver as invitee', 'invitee.user_id', 'guardian_invite.invitee_user_id')
    .select([
      'guardian_invite.id',
      'guardian_invite.child_id',
      'guardian_invite.label',
      sql<Role>`guardian_invite.role`.as('role'),
      'guardian_invite.help_until',
      status.as('status'),
      nameOf('inviter').as('inviter'),
      'guardian_invite.invitee_user_id',
      nameIfAny('invitee').as('invitee'),
      sql<string | null>`to_char(app_user.created_at at time zone 'UTC', 'YYYY-MM')`.as('here_since'),
      expiresAt.as('expires_at'),
      'guardian_invite.begins_at',
      'guardian_invite.version',
    ])
}

/** The child's open invites, oldest first. */
export function listInvitesOf(db: Db, childId: string): Promise<InviteRow[]> {
  return invites(db)
    .where('guardian_invite.child_id', '=', childId)
    .where(isOpen)
    .orderBy('guardian_invite.id')
    .execute()
}

/** The open invites that the user accepted. */
export function listInvitesTo(db: Db, userId: string): Promise<InviteRow[]> {
  return invites(db)
    .where('guardian_invite.invitee_user_id', '=', userId)
    .where(isOpen)
    .orderBy('guardian_invite.id')
    .execute()
}

/**
 * Finds an open invite by its link: for any user until one accepts it, then for that user. Not if the inviter is apart.
 */
export function findByToken(
  db: Db,
  hash: Buffer,
  { userId, caregiverId }: { userId: string; caregiverId: string | null },
): Promise<InviteRow | undefined> {
  const inviter = sql.ref<string>('guardian_invite.invited_by')
  return invites(db)
    .where('guardian_invite.token_hash', '=', hash)
    .where(isOpen)
    .where(
      sql<boolean>`coalesce(guardian_invite.invitee_user_id = ${userId}, guardian_invite.status = 'sent')`,
    )
    .where(({ not }) => not(caregiverId ? areApart(caregiverId, inviter) : isOut(inviter)))
    .executeTakeFirst()
}

/** Finds the invite for a guardian of the child, or for the user who accepted it. */
export function findInvite(
  db: Db,
  id: string,
  { userId, caregiverId }: { userId: string; caregiverId: string | null },
): Promise<(InviteRow & { is_guardian: boolean }) | undefined> {
  const guardian: RawBuilder<boolean> = caregiverId
    ? isGuardian(caregiverId, sql.ref('guardian_invite.child_id'))
    : sql<boolean>`false`
  return invites(db)
    .select(guardian.as('is_guardian'))
    .where('guardian_invite.id', '=', id)
    .where(
      sql<boolean>`(${guardian} or guardian_invite.invitee_user_id is not distinct from ${userId}::uuid)`,
    )
    .executeTakeFirst()
}

/** Finds the invite, whoever the caller is. */
export function findInviteById(db: Db, id: string): Promise<InviteRow | undefined> {
  return invites(db).where('guardian_invite.id', '=', id).executeTakeFirst()
}

export async function isGuardianOf(db: Db, caregiverId: string, childId: string): Promise<boolean> {
  const row = await db.selectNoFrom(isGuardian(caregiverId, childId).as('is')).executeTakeFirst()
  return row?.is ?? false
}

/** Counts links that nobody accepted yet, and acceptances that wait for the inviter. */
export async function countWaiting(db: Db, childId: string): Promise<number> {
  const { count } = await db
    .selectFrom('guardian_invite')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('child_id', '=', childId)
    .where(sql<boolean>`${status} in ('sent', 'accepted')`)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewInvite {
  id: string
  childId: string
  invitedBy: string
  label: string
  role: Role
  helpUntil: Date | null
  tokenHash: Buffer
}

const inAWeek = sql<Date>`now() + interval '7 days'`

export async function insertInvite(db: Db, row: NewInvite): Promise<void> {
  await db
    .insertInto('guardian_invite')
    .values({
      id: row.id,
      child_id: row.childId,
      invited_by: row.invitedBy,
      label: row.label,
      role: row.role,
      help_until: row.helpUntil,
      token_hash: row.tokenHash,
      expires_at: inAWeek,
    })
    .execute()
}

export interface Step {
  id: string
  from: readonly InviteStatus[]
  /** The version that the caller saw. */
  version?: number
}

/** Takes one step of an invite's life; false if another call was first. */
async function change(db: Db, { id, from, version }: Step, set: object): Promise<boolean> {
  let step = db
    .updateTable('guardian_invite')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(status, 'in', from)
  if (version !== undefined) step = step.where('version', '=', version)
  return (await step.returning('id').executeTakeFirst()) !== undefined
}

export function markAccepted(db: Db, id: string, userId: string): Promise<boolean> {
  const set = { status: 'accepted', invitee_user_id: userId, expires_at: inAWeek }
  return change(db, { id, from: ['sent'] }, set)
}

/** By the user who holds the link or accepted it. The version ensures that nobody undoes another user's yes. */
export function markRejected(db: Db, { id, version }: { id: string; version: number }): Promise<boolean> {
  return change(db, { id, version, from: ['sent', 'accepted'] }, { status: 'rejected' })
}

/** @param hours until the place begins */
export async function markConfirmed(
  db: Db,
  { id, version, hours }: { id: string; version: number; hours: number },
): Promise<Date | undefined> {
  const beginsAt = sql<Date>`now() + make_interval(hours => ${hours})`
  const step = { id, from: ['accepted'], version } as const
  if (!(await change(db, step, { status: 'confirmed', begins_at: beginsAt }))) return undefined
  const row = await db
    .selectFrom('guardian_invite')
    .select('begins_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.begins_at ?? undefined
}

/** Only while the place has not begun. */
export async function markStopped(
  db: Db,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  const stopped = await db
    .updateTable('guardian_invite')
    .set({ status: 'stopped', version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return stopped !== undefined
}

/** Stops invites between the two that were accepted but not confirmed; false if there are none. */
export async function stopInvitesBetween(db: Db, one: string, other: string): Promise<boolean> {
  const stopped = await db
    .updateTable('guardian_invite')
    .from('caregiver as invitee')
    .set({
      status: 'stopped',
      version: sql<number>`guardian_invite.version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .whereRef('invitee.user_id', '=', 'guardian_invite.invitee_user_id')
    .where('guardian_invite.status', '=', 'accepted')
    .where(
      sql<boolean>`(guardian_invite.invited_by, invitee.id) in (
        (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`,
    )
    .returning('guardian_invite.id')
    .execute()
  return stopped.length > 0
}

/** True once, when the confirmed place has begun. */
export async function markBegun(db: Db, { id, version }: { id: string; version: number }): Promise<boolean> {
  const begun = await db
    .updateTable('guardian_invite')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'confirmed')
    .where('begins_at', '<=', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** True if the user accepted an invite that is still open. */
export async function isInvited(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guardian_invite')
    .select('id')
    .where('invitee_user_id', '=', userId)
    .where(isOpen)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
