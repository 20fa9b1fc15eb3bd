import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type NameRow, nameForIfAny, nameIfAny, nameOf } from '#features/visibility/names.db.ts'
import { areApart, isOut } from '#features/visibility/visibility.db.ts'

export interface ConnectionRow {
  id: string
  status: string
  inviter: NameRow
  invitee: NameRow | null
  invitee_name: string
  /** Null if another guardian introduced the invitee. */
  invitee_phone_number: string | null
  invite_expires_at: Date | null
  /** The guardian who introduced the two, with the name that the viewer may see; null if nobody did. */
  introducer: NameRow | null
}

function connections(db: Db, viewer: string) {
  return db
    .selectFrom('connection')
    .innerJoin('caregiver as inviter', 'inviter.id', 'connection.inviter_id')
    .leftJoin('caregiver as invitee', 'invitee.id', 'connection.invitee_id')
    .leftJoin('caregiver as introducer', 'introducer.id', 'connection.introduced_by')
    .select([
      nameForIfAny(viewer, 'introducer').as('introducer'),
      'connection.id',
      'connection.status',
      'connection.invitee_name',
      'connection.invitee_phone_number',
      'connection.invite_expires_at',
      nameOf('inviter').as('inviter'),
      nameIfAny('invitee').as('invitee'),
    ])
}

/** The caregiver's pending and accepted connections, on either side, newest first. */
export function listAllConnections(db: Db, caregiverId: string): Promise<ConnectionRow[]> {
  return standing(db, caregiverId).execute()
}

/** Those of them that the caregiver sees: not with caregivers apart from them. */
export const listConnections = prepared((db, { viewer }: { viewer: string }) =>
  standing(db, viewer).where(isSeenBy(viewer)),
)

function standing(db: Db, caregiverId: string) {
  return connections(db, caregiverId)
    .where((eb) => eb.or([eb('inviter_id', '=', caregiverId), eb('invitee_id', '=', caregiverId)]))
    .where('connection.status', '<>', 'rejected')
    .orderBy('connection.created_at', 'desc')
    .orderBy('connection.id', 'desc')
}

/** Finds a connection of the caregiver's, on either side, unless the other side is apart from them. */
export function findConnection(db: Db, caregiverId: string, id: string): Promise<ConnectionRow | undefined> {
  return connections(db, caregiverId)
    .where('connection.id', '=', id)
    .where((eb) => eb.or([eb('inviter_id', '=', caregiverId), eb('invitee_id', '=', caregiverId)]))
    .where(isSeenBy(caregiverId))
    .executeTakeFirst()
}

function isSeenBy(caregiverId: string) {
  const other = sql<string>`case when inviter_id = ${caregiverId} then invitee_id else inviter_id end`
  return sql<boolean>`not ${areApart(caregiverId, other)}`
}

const inviteEnd = sql<Date>`now() + interval '14 days'`

export interface NewConnection {
  id: string
  inviterId: string
  inviteeId: string | null
  inviteeName: string
  inviteePhoneNumber: string
  inviteHash: Buffer | null
}

/** @throws if the pair has a connection, `connection_pair_key`, or the number is invited, `connection_number_key` */
export async function insertConnection(db: Db, row: NewConnection): Promise<void> {
  await db
    .insertInto('connection')
    .values({
      id: row.id,
      inviter_id: row.inviterId,
      invitee_id: row.inviteeId,
      invitee_name: row.inviteeName,
      invitee_phone_number: row.inviteePhoneNumber,
      invite_hash: row.inviteHash,
      invite_expires_at: row.inviteHash ? inviteEnd : null,
    })
    .execute()
}

/**
 * True if the invitee has rejected that inviter before. Without an invitee: if the caregiver who had the number then
 * has. An invitee who came by a link never had the number, so doesn't count: `invite_expires_at` is set only if nobody
 * was found by it.
 */
export async function hasRejected(
  db: Db,
  row: Pick<NewConnection, 'inviterId' | 'inviteeId' | 'inviteePhoneNumber'>,
): Promise<boolean> {
  const rejected = await db
    .selectFrom('connection')
    .select('id')
    .where('inviter_id', '=', row.inviterId)
    .where((eb) =>
      row.inviteeId
        ? eb('invitee_id', '=', row.inviteeId)
        : eb.and([
            eb('invitee_phone_number', '=', row.inviteePhoneNumber),
            eb('invite_expires_at', 'is', null),
          ]),
    )
    .where('status', '=', 'rejected')
    .limit(1)
    .executeTakeFirst()
  return rejected !== undefined
}

/** The number is invited again and now has a profile: binds the waiting connection to it. */
export async function bindWaitingConnection(
  db: Db,
  row: { inviterId: string; inviteeId: string; inviteeName: string; inviteePhoneNumber: string },
): Promise<string | undefined> {
  const bound = await db
    .updateTable('connection')
    .set({
      invitee_id: row.inviteeId,
      invitee_name: row.inviteeName,
      invite_hash: null,
      invite_expires_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('inviter_id', '=', row.inviterId)
    .where('invitee_phone_number', '=', row.inviteePhoneNumber)
    .where('invitee_id', 'is', null)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return bound?.id
}

/**
 * The invitations that wait for the number, in the order in which inviters are locked. Leaves out inviters who have a
 * connection with the caregiver or are apart from them, and those whom the caregiver rejected.
 */
export function listWaiting(
  db: Db,
  { caregiverId, phoneNumber }: { caregiverId: string; phoneNumber: string },
): Promise<{ id: string; inviter_id: string }[]> {
  return db
    .selectFrom('connection')
    .select(['id', 'inviter_id'])
    .where('invitee_phone_number', '=', phoneNumber)
    .where('invitee_id', 'is', null)
    .where('status', '=', 'pending')
    .where('inviter_id', '<>', caregiverId)
    .where('created_at', '>', sql<Date>`now() - interval '90 days'`)
    .where(({ not, ref }) => not(areApart(caregiverId, ref('connection.inviter_id'))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connection as other')
            .select('other.id')
            .where(({ or, and, eb }) =>
              or([
                // Whatever its status: rejected counts, too.
                and([
                  eb('other.inviter_id', '=', eb.ref('connection.inviter_id')),
                  eb('other.invitee_id', '=', caregiverId),
                ]),
                and([
                  eb('other.status', '<>', 'rejected'),
                  eb('other.invitee_id', '=', eb.ref('connection.inviter_id')),
                  eb('other.inviter_id', '=', caregiverId),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('inviter_id')
    .execute()
}

/**
 * False if somebody redeemed the link meanwhile.
 * @throws as `insertConnection` does
 */
export async function bindWaiting(
  db: Db,
  { id, inviteeId }: { id: string; inviteeId: string },
): Promise<boolean> {
  const bound = await db
    .updateTable('connection')
    .set({
      invitee_id: inviteeId,
      invite_hash: null,
      invite_expires_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('invitee_id', 'is', null)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return bound !== undefined
}

/** Stores the invitee's answer; false if the connection is no longer pending. */
export async function answerConnection(
  db: Db,
  { id, inviteeId, status }: { id: string; inviteeId: string; status: 'accepted' | 'rejected' },
): Promise<boolean> {
  const answered = await db
    .updateTable('connection')
    .set({ status, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('invitee_id', '=', inviteeId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return answered !== undefined
}

/** False if the connection is gone, or was answered meanwhile. */
export async function deleteConnection(
  db: Db,
  { id, status }: Pick<ConnectionRow, 'id' | 'status'>,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('connection')
    .where('id', '=', id)
    .where('status', '=', status)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Replaces the invite link; false if the invitation has an invitee by now. */
export async function updateInvite(
  db: Db,
  { id, inviterId, inviteHash }: { id: string; inviterId: string; inviteHash: Buffer },
): Promise<boolean> {
  const renewed = await db
    .updateTable('connection')
    .set({ invite_hash: inviteHash, invite_expires_at: inviteEnd, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('inviter_id', '=', inviterId)
    .where('invitee_id', 'is', null)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** What the link leads to, and whose it is; undefined once it is redeemed or too old. */
export function findOpenInvite(db: Db, inviteHash: Buffer): Promise<OpenInvite | undefined> {
  return workingInvites(db, inviteHash).executeTakeFirst()
}

function workingInvites(db: Db, inviteHash: Buffer) {
  return openInvites(db)
    .where('connection.invite_hash', '=', inviteHash)
    .where('connection.invite_expires_at', '>', sql<Date>`now()`)
}

/** Deletes the connections of that inviter that the invitee rejected before. */
export async function forgetOwnNo(
  db: Db,
  { inviterId, inviteeId }: { inviterId: string; inviteeId: string },
): Promise<void> {
  await db
    .deleteFrom('connection')
    .where('inviter_id', '=', inviterId)
    .where('invitee_id', '=', inviteeId)
    .where('status', '=', 'rejected')
    .execute()
}

/** The open invite of that connection, for a user who registered by its link while it worked, however long ago. */
export function findOpenInviteOf(db: Db, connectionId: string): Promise<OpenInvite | undefined> {
  return openInvites(db).where('connection.id', '=', connectionId).executeTakeFirst()
}

/** What the link leads to, unless the viewer made it, is apart from its inviter, or was rejected by them. */
export function findLinkFor(db: Db, viewer: string, hash: Buffer): Promise<OpenInvite | undefined> {
  return workingInvites(db, hash)
    .where('caregiver.id', '<>', viewer)
    .where(({ not, ref }) => not(areApart(sql`${viewer}`, ref('caregiver.id'))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connection as asked')
            .select('asked.id')
            .where('asked.inviter_id', '=', viewer)
            .whereRef('asked.invitee_id', '=', 'caregiver.id')
            .where('asked.status', '=', 'rejected'),
        ),
      ),
    )
    .executeTakeFirst()
}

export interface OpenInvite {
  connectionId: string
  inviterId: string
  /** The inviter's name. */
  name: string
}

function openInvites(db: Db) {
  return db
    .selectFrom('connection')
    .innerJoin('caregiver', 'caregiver.id', 'connection.inviter_id')
    .select(['connection.id as connectionId', 'caregiver.id as inviterId', 'caregiver.name'])
    .where('connection.invitee_id', 'is', null)
    .where('connection.status', '=', 'pending')
    .where(({ not, ref }) => not(isOut(ref('caregiver.id'))))
}

/** Binds the caregiver who followed a link to its connection, whatever their number; false if it was redeemed. */
export async function redeemInvite(
  db: Db,
  { connectionId, caregiverId }: { connectionId: string; caregiverId: string },
): Promise<boolean> {
  const redeemed = await db
    .updateTable('connection')
    .set({ invitee_id: caregiverId, invite_hash: null, updated_at: sql<Date>`now()` })
    .where('id', '=', connectionId)
    .where('invitee_id', 'is', null)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return redeemed !== undefined
}
