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
  /** null of whom a third one introduced */
  invitee_phone_number: string | null
  invite_expires_at: Date | null
  /** Another guardian of a child of the inviter's, as the viewer knows them. */
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

/** Where the caregiver stands on one side, pending and accepted ones, newest first. */
export function listAllConnections(db: Db, caregiverId: string): Promise<ConnectionRow[]> {
  return standing(db, caregiverId).execute()
}

/** Of these the ones that the caregiver sees: not with who is apart. */
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

/** Only where the caregiver stands on one side, and nobody who is apart on the other. */
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

/** @throws where the pair is connected already, `connection_pair_key`, or the number is asked, `connection_number_key` */
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
 * True where whoever was asked by that inviter said no; where nobody is known behind the number, whoever had it then. Who
 * came by a link never had it: `invite_expires_at` says that nobody was found by the number.
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

/** Asked again, a number that was nobody's and now has a profile: the waiting connection is bound to it. */
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
 * In the order in which inviters are locked; whoever is connected with the caregiver already, or apart, has nothing to
 * ask, nor has whom they rejected.
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
                // Rejected, too.
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
 * False where somebody came by its link meanwhile.
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

/** The invitee's answer; false where it is no longer pending. */
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

/** False where it is gone, or somebody answered it meanwhile. */
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

/** The link before it leads nowhere from here on. False where somebody stands behind the invitation already. */
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

/** What that link leads to, and whose it is, while nobody has redeemed it and it is not too old. */
export function findOpenInvite(db: Db, inviteHash: Buffer): Promise<OpenInvite | undefined> {
  return workingInvites(db, inviteHash).executeTakeFirst()
}

function workingInvites(db: Db, inviteHash: Buffer) {
  return openInvites(db)
    .where('connection.invite_hash', '=', inviteHash)
    .where('connection.invite_expires_at', '>', sql<Date>`now()`)
}

/** What the invitee said no to before. */
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

/** The same for whoever registered by a link of that connection while it was good, however long ago. */
export function findOpenInviteOf(db: Db, connectionId: string): Promise<OpenInvite | undefined> {
  return openInvites(db).where('connection.id', '=', connectionId).executeTakeFirst()
}

/** The same, made by somebody else who isn't apart from the viewer, and didn't say no to them. */
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
  /** The inviter's. */
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

/** Binds a new caregiver to the connection that waits for whoever came by its link, whatever number they gave; once. */
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
