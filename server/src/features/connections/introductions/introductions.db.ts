import { introductionDays } from '@tagalong/contract/features/guardians/guardians.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import { areApart, areConnected, isGuardian } from '#features/visibility/visibility.db.ts'

/** The friends whom one guardian of a child would like another to meet. */
export interface IntroductionRow {
  from: NameRow
  friends: NameRow[]
}

/** True if both are guardians of the child now and not apart. */
export async function areGuardians(
  db: Db,
  { child, from, to }: { child: string; from: string; to: string },
): Promise<boolean> {
  const row = await db
    .selectNoFrom(
      sql<boolean>`${isGuardian(from, child)} and ${isGuardian(to, child)} and not ${areApart(from, to)}`.as(
        'are',
      ),
    )
    .executeTakeFirst()
  return row?.are === true
}

/** How many of the ids are friends of the caregiver. */
export async function countFriends(db: Db, caregiverId: string, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('caregiver')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', 'in', [...ids])
    .where((eb) => areConnected(caregiverId, eb.ref('caregiver.id')))
    .executeTakeFirstOrThrow()
  return count
}

/** Replaces the guardian's introduction before. */
export async function replaceIntroduction(
  db: Db,
  { from, to, child, friends }: { from: string; to: string; child: string; friends: readonly string[] },
): Promise<void> {
  await deleteIntroduction(db, { from, to })
  await db
    .insertInto('introduction')
    .values(friends.map((friend) => ({ from_id: from, to_id: to, friend_id: friend, child_id: child })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteIntroduction(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.deleteFrom('introduction').where('from_id', '=', from).where('to_id', '=', to).execute()
}

/**
 * The introductions on offer to the viewer: for 30 days, while both are guardians of that child. Leaves out friends
 * that the other guardian is no longer connected with, and those who are apart from the viewer or have a connection
 * with them, even a pending or rejected one.
 */
export const listIntroductions = prepared((db, { viewer }: { viewer: string }) => introductions(db, viewer))

/** Finds the introduction by one guardian, on the same conditions. */
export function findIntroduction(
  db: Db,
  { viewer, from }: { viewer: string; from: string },
): Promise<IntroductionRow | undefined> {
  return introductions(db, viewer).where('introduction.from_id', '=', from).executeTakeFirst()
}

function introductions(db: Db, viewer: string) {
  const friend = sql.ref<string>('introduction.friend_id')
  return db
    .selectFrom('introduction')
    .innerJoin('caregiver as introducer', 'introducer.id', 'introduction.from_id')
    .innerJoin('caregiver as friend', 'friend.id', 'introduction.friend_id')
    .where('introduction.to_id', '=', viewer)
    .where('introduction.created_at', '>', sql<Date>`now() - make_interval(days => ${introductionDays})`)
    .where('introduction.friend_id', '<>', viewer)
    .where((eb) => isGuardian(viewer, eb.ref('introduction.child_id')))
    .where((eb) => isGuardian(eb.ref('introduction.from_id'), eb.ref('introduction.child_id')))
    .where((eb) => areConnected(eb.ref('introduction.from_id'), friend))
    .where(({ not }) => not(isKnownTo(viewer, friend)))
    .where(({ not, ref }) => not(areApart(viewer, ref('introduction.from_id'))))
    .groupBy('introducer.id')
    .select([
      nameOf('introducer').as('from'),
      sql<NameRow[]>`jsonb_agg(${nameOf('friend')} order by friend.name, friend.id)`.as('friends'),
    ])
    .orderBy(sql`max(introduction.created_at)`, 'desc')
}

/** True if the two are apart or have a connection, whatever its status. */
function isKnownTo(viewer: string, friend: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${areApart(viewer, friend)} or exists (
    select from connection
    where connection.inviter_id = ${viewer} and connection.invitee_id = ${friend}
      or connection.invitee_id = ${viewer} and connection.inviter_id = ${friend}))`
}

export interface IntroducedRow {
  id: string
  inviterId: string
  inviteeId: string
  introducedBy: string
}

/** Inserts an ordinary invitation without a number; false if the two have another connection by now. */
export async function insertIntroduced(db: Db, row: IntroducedRow): Promise<boolean> {
  const inserted = await db
    .insertInto('connection')
    .columns(['id', 'inviter_id', 'invitee_id', 'invitee_name', 'is_introduced', 'introduced_by'])
    .expression((eb) =>
      eb
        .selectFrom('caregiver')
        .where('caregiver.id', '=', row.inviteeId)
        .select([
          sql<string>`${row.id}::uuid`.as('id'),
          sql<string>`${row.inviterId}::uuid`.as('inviter_id'),
          'caregiver.id as invitee_id',
          sql<string>`btrim(caregiver.name || ' ' || caregiver.last_name)`.as('invitee_name'),
          sql<boolean>`true`.as('is_introduced'),
          sql<string>`${row.introducedBy}::uuid`.as('introduced_by'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
