import { sql } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

// THE order in which a transaction locks shared rows: administrators, caregivers, their ties, orders, children,
// playdates, groups, then rows of these, then users, and rows of users last: sessions, then their tokens and devices.
// Several of one kind by their ids. docs/architecture.md says which call locks what. ForShare is FOR KEY SHARE. It
// conflicts only with FOR UPDATE, which calls take that erase a row, change a child or decide about a reported account.
// A foreign key takes the same lock, but would accept a row that was erased meanwhile; these functions don't. Ties are
// advisory locks, not rows: only a call that begins or ends something between two caregivers waits for them.

/** Locks the administrators: none of them loses the right before the transaction ends. Returns their ids. */
export async function lockAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a caregiver: nobody erases it before the transaction ends. False if it is erased already. */
export async function lockCaregiverForShare(db: Db, id: string): Promise<boolean> {
  const [row] = await caregiverForShare(db, { id })
  return row !== undefined
}

const caregiverForShare = prepared((db, { id }: { id: string }) =>
  db.selectFrom('caregiver').select('id').where('id', '=', id).where('deleted_at', 'is', null).forKeyShare(),
)

/**
 * Locks a caregiver to erase it or to decide about its account: nobody else locks it before the transaction ends. False
 * if it is erased already.
 */
export async function lockCaregiverForUpdate(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('caregiver')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a caregiver to change it, or to count and add to what it may have a limited number of: one transaction at a
 * time does either.
 */
export async function lockCaregiverToChange(db: Db, id: string): Promise<void> {
  await db.selectFrom('caregiver').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Locks a caregiver's ties for a call that begins something with another caregiver, before it reads anything. A
 * transaction that parts the two is then either over, and its changes are seen, or waits for the end of this one.
 */
export async function lockTiesForShare(db: Db, caregiverId: string): Promise<void> {
  await tiesForShare(db, { caregiverId })
}

const tiesForShare = prepared((db, value: { caregiverId: string }) => ({
  compile: () =>
    sql`select pg_advisory_xact_lock_shared(hashtextextended('ties ' || ${value.caregiverId}::text, 0))`.compile(
      db,
    ),
}))

/** Locks the ties of caregivers to part some of them. */
export async function lockTies(db: Db, caregiverIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(caregiverIds)].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('ties ' || ${id}::text, 0))`.execute(db)
  }
}

/**
 * Locks the children that the caregiver is a guardian of: nobody deletes them before the transaction ends. Returns
 * their ids.
 */
export async function lockChildrenOfForShare(db: Db, caregiverId: string): Promise<string[]> {
  const rows = await childrenOfForShare(db, { caregiverId })
  return rows.map(({ id }) => id)
}

const childrenOfForShare = prepared((db, { caregiverId }: { caregiverId: string }) =>
  db
    .selectFrom('child')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`id in (
        select child_id from guardianship
        where guardianship.caregiver_id = ${caregiverId} and role = 'guardian'
          and since <= now() and (until is null or until > now()))`,
    )
    .orderBy('id')
    .forKeyShare(),
)

/**
 * Locks the caregiver's children and everybody who ever had a place with one of them. Call it before locking an event
 * that they answer: a family that joins the waiting list and gets an offer at once is written twice, and Postgres then
 * checks the foreign keys to these rows again.
 */
export async function lockFamilyForShare(db: Db, caregiverId: string): Promise<void> {
  await lockFamiliesForShare(db, [caregiverId])
  await lockChildrenOfForShare(db, caregiverId)
}

/** Locks everybody who ever had a place with a child that one of these caregivers is or was a guardian of. */
export async function lockFamiliesForShare(db: Db, caregiverIds: readonly string[]): Promise<void> {
  await sql`
    select from caregiver where id in (
      select place.caregiver_id from guardianship own join guardianship place using (child_id)
      where own.caregiver_id = any(${[...caregiverIds]}::uuid[]) and own.role = 'guardian')
    order by id for key share`.execute(db)
}

/**
 * Locks everybody who ever had a place with the child. Call it before locking the child to change its places: they are
 * notified of it, and what belongs to one may pass to another.
 */
export async function lockGrownUpsForShare(db: Db, childId: string): Promise<void> {
  await db
    .selectFrom('caregiver')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('guardianship').select('caregiver_id').where('child_id', '=', childId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/**
 * Locks everybody on the sides of these children's playdates. If a transaction changes a row twice, Postgres checks its
 * foreign keys again, and would wait for these caregivers with the playdates locked. This may come after locking the
 * children: a transaction that waits here has locked nothing yet that an erasure needs.
 */
export async function lockSidesOfForShare(db: Db, childIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('caregiver')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('playdate_caregiver')
        .innerJoin('playdate_child', 'playdate_child.playdate_id', 'playdate_caregiver.playdate_id')
        .select('playdate_caregiver.caregiver_id')
        .where('child_id', 'in', [...childIds]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/**
 * Locks all playdates that any of these children was ever in, also those that a block took them off: nobody else
 * changes them or writes into their chats before the transaction ends. Lock the children first, so that none of them
 * gets into another playdate.
 */
export async function lockPlaydatesOf(db: Db, childIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('playdate')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('playdate_child')
        .innerJoin('playdate as own', 'own.id', 'playdate_child.playdate_id')
        .select(sql<string>`unnest(array[own.id, own.copy_of])`.as('id'))
        .where('child_id', 'in', [...childIds]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks playdates: nobody else changes them or writes into their chats before the transaction ends. */
export async function lockPlaydates(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('playdate')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks groups: nobody else changes their members or codes before the transaction ends. */
export async function lockGroups(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('caregiver_group')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks a user: nobody erases it before the transaction ends. False if it is gone already. */
export async function lockUserForShare(db: Db, id: string): Promise<boolean> {
  const [row] = await userForShare(db, { id })
  return row !== undefined
}

const userForShare = prepared((db, { id }: { id: string }) =>
  db.selectFrom('app_user').select('id').where('id', '=', id).forKeyShare(),
)

/** Locks a user to erase it: nobody makes a profile or a customer for it, or signs in, before the transaction ends. */
export async function lockUserForUpdate(db: Db, id: string): Promise<void> {
  await sql`select from app_user where id = ${id} for update`.execute(db)
}
