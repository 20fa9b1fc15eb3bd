import { sql } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

// THE order in which a transaction locks what others share: administrators, caregivers, their ties, children, playdates,
// groups, then rows of these, then users, and rows of users last: sessions, then their tokens and devices. Several of
// one kind by their ids. docs/architecture.md says who locks what. ForShare is FOR KEY SHARE: it waits for nobody but
// whoever erases, and erasing waits for it. It is what a foreign key takes, too; but that would find a row that was
// erased meanwhile, and here there is none. Ties are no rows: only whoever begins or ends something waits for them.

/** Who is an administrator stays as it is until the transaction ends. Answers who they are. */
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

/** False where it is erased; if not, nobody erases it before the transaction ends. */
export async function lockCaregiverForShare(db: Db, id: string): Promise<boolean> {
  const [row] = await caregiverForShare(db, { id })
  return row !== undefined
}

const caregiverForShare = prepared((db, { id }: { id: string }) =>
  db.selectFrom('caregiver').select('id').where('id', '=', id).where('deleted_at', 'is', null).forKeyShare(),
)

/** To erase it: false where it is erased already; if not, nobody else locks it before the transaction ends. */
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
 * What is written to it is written by one transaction after the other; and so is whatever it has a limited number of
 * counted and added to.
 */
export async function lockCaregiverToChange(db: Db, id: string): Promise<void> {
  await db.selectFrom('caregiver').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Whoever begins something with somebody, before anything is read: who parts two of whom that is one comes before this,
 * and is seen from here on, or after the whole transaction.
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

/** To part some of them. */
export async function lockTies(db: Db, caregiverIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(caregiverIds)].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('ties ' || ${id}::text, 0))`.execute(db)
  }
}

/** The children that the caregiver is guardian of; nobody deletes them before the transaction ends. */
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
 * The caregiver's children and all who ever had a place with one of them, before the event that they answer for them: who
 * waits for a spot and has one kept at once is written twice, which Postgres checks against these again.
 */
export async function lockFamilyForShare(db: Db, caregiverId: string): Promise<void> {
  await lockFamiliesForShare(db, [caregiverId])
  await lockChildrenOfForShare(db, caregiverId)
}

/** Everybody who ever had a place with a child that one of these is or was guardian of. */
export async function lockFamiliesForShare(db: Db, caregiverIds: readonly string[]): Promise<void> {
  await sql`
    select from caregiver where id in (
      select place.caregiver_id from guardianship own join guardianship place using (child_id)
      where own.caregiver_id = any(${[...caregiverIds]}::uuid[]) and own.role = 'guardian')
    order by id for key share`.execute(db)
}

/**
 * Everybody who ever had a place with the child, before that is locked to change its places: they are notified of it, and
 * what belongs to one may pass to another.
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
 * Everybody on the sides of these children's playdates. Postgres checks the foreign keys of a row again where one
 * transaction changes it twice, and would wait for them with the playdates locked. Whoever waits here has locked
 * nothing yet that an erasure wants, so it may be after the children.
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
 * All playdates in which any of these children ever was; nobody changes them, or writes into their chats, meanwhile.
 * The children are locked before, so that none of them comes into another playdate.
 */
export async function lockPlaydatesOf(db: Db, childIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('playdate')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('playdate_child')
        .select('playdate_id')
        .where('child_id', 'in', [...childIds]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Nobody changes them, or writes into their chats, meanwhile. */
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

/** Who belongs to these groups, and their codes, are changed by nobody else meanwhile. */
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

/** False where it is gone; if not, nobody erases it before the transaction ends. */
export async function lockUserForShare(db: Db, id: string): Promise<boolean> {
  const [row] = await userForShare(db, { id })
  return row !== undefined
}

const userForShare = prepared((db, { id }: { id: string }) =>
  db.selectFrom('app_user').select('id').where('id', '=', id).forKeyShare(),
)

/** To erase it: after it nobody makes a profile or a customer for it, or signs in. */
export async function lockUserForUpdate(db: Db, id: string): Promise<void> {
  await sql`select from app_user where id = ${id} for update`.execute(db)
}
