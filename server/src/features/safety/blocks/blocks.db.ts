import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import { areGuardiansOfOne, childOfBoth, seesName } from '#features/visibility/visibility.db.ts'

export interface NamedRow extends NameRow {
  phone_number: string
  phone_proof: string | null
}

/** Finds a caregiver whose name the viewer sees, or who is guardian of the same child as the viewer. */
export function findNamed(db: Db, viewer: string, id: string): Promise<NamedRow | undefined> {
  return db
    .selectFrom('caregiver')
    .select(['id', 'name', 'last_name', 'phone_number', 'phone_proof'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ or }) => or([seesName(viewer, id), areGuardiansOfOne(viewer, id)]))
    .executeTakeFirst()
}

/** The first name of a child that both are guardians of; null if there is none. */
export async function findChildOfBoth(db: Db, one: string, other: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select ${childOfBoth(one, other)} as name`.execute(db)
  return rows[0]?.name ?? null
}

/** True if the two will be guardians of the same child, and at least one of them isn't yet. */
export async function isBeginningBeside(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('guardianship as mine')
    .innerJoin('guardianship as theirs', 'theirs.child_id', 'mine.child_id')
    .where('mine.caregiver_id', '=', one)
    .where('theirs.caregiver_id', '=', other)
    .where('mine.role', '=', 'guardian')
    .where('theirs.role', '=', 'guardian')
    .where(
      sql<boolean>`(coalesce(mine.until, 'infinity') > now() and coalesce(theirs.until, 'infinity') > now()
        and greatest(mine.since, theirs.since) > now())`,
    )
    .select('mine.child_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface BlockRow {
  id: string
  /** Null once they are gone, even if they came back with another account. */
  blocked_id: string | null
  name: string | null
  last_name: string | null
  created_at: Date
}

/**
 * Newest first. A caregiver who left is listed without a name as long as their number could bring them back. One who
 * came back by it is listed the same way: that they are back is not shown.
 */
export function listBlocks(db: Db, blockerId: string): Promise<BlockRow[]> {
  return db
    .selectFrom('block')
    .where('blocker_id', '=', blockerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('block as older')
            .select('older.id')
            .whereRef('older.blocker_id', '=', 'block.blocker_id')
            .whereRef('older.phone_hash', '=', 'block.phone_hash')
            .whereRef('older.id', '<', 'block.id'),
        ),
      ),
    )
    .select([
      'id',
      sql<string | null>`case when gone_at is null then blocked_id end`.as('blocked_id'),
      'name',
      'last_name',
      'created_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function isBlocked(db: Db, { blocker, blocked }: Pair): Promise<boolean> {
  const row = await db
    .selectFrom('block')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .where('gone_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface FoundBlock {
  id: string
  blocker_id: string
  phone_hash: Buffer | null
}

/** Finds the block by the caregiver it is about, or by its own id if they left. */
export function findBlock(db: Db, blockerId: string, id: string): Promise<FoundBlock | undefined> {
  return db
    .selectFrom('block')
    .where('blocker_id', '=', blockerId)
    .where(sql<boolean>`case when gone_at is null then blocked_id else id end = ${id}`)
    .select(['id', 'blocker_id', 'phone_hash'])
    .executeTakeFirst()
}

export interface Pair {
  blocker: string
  blocked: string
}

export interface NewBlock extends Pair {
  id: string
  /** Hash of the number that the blocked caregiver has proven by a code. */
  phoneHash: Buffer | null
  /** Null for a caregiver who came back by their number. */
  name: string | null
  lastName: string | null
}

/** False if the block exists already. */
export async function insertBlock(db: Db, row: NewBlock): Promise<boolean> {
  const { id, blocker, blocked, phoneHash, name, lastName } = row
  const inserted = await db
    .insertInto('block')
    .values({
      id,
      blocker_id: blocker,
      blocked_id: blocked,
      phone_hash: phoneHash,
      name,
      last_name: lastName,
      gone_at: name === null ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes the block, and all others of the same blocker for the same number. */
export async function deleteBlock(db: Db, { id, blocker_id, phone_hash }: FoundBlock): Promise<boolean> {
  const gone = await db
    .deleteFrom('block')
    .where('blocker_id', '=', blocker_id)
    .where(({ or, eb }) =>
      or([eb('id', '=', id), ...(phone_hash ? [eb('phone_hash', '=', phone_hash)] : [])]),
    )
    .returning('id')
    .execute()
  return gone.length > 0
}

/**
 * Adds a number that is proven only now to the blocks of its caregiver, so that these outlive them, too. Skips blockers
 * who already have a block with that number.
 */
export async function setPhoneHash(
  db: Db,
  { caregiverId, phoneHash }: { caregiverId: string; phoneHash: Buffer },
): Promise<void> {
  await db
    .updateTable('block')
    .set({ phone_hash: phoneHash })
    .where('blocked_id', '=', caregiverId)
    .where('phone_hash', 'is', null)
    .where('blocker_id', 'not in', (eb) =>
      eb.selectFrom('block as known').where('known.phone_hash', '=', phoneHash).select('known.blocker_id'),
    )
    .execute()
}

/** The caregivers who blocked an account with that number, but not the caregiver who has it now. */
export async function listBlockersOf(
  db: Db,
  { caregiverId, phoneHash }: { caregiverId: string; phoneHash: Buffer },
): Promise<string[]> {
  const rows = await db
    .selectFrom('block')
    .where('phone_hash', '=', phoneHash)
    .where('blocker_id', '<>', caregiverId)
    .where('blocker_id', 'not in', (eb) =>
      eb.selectFrom('block as known').where('known.blocked_id', '=', caregiverId).select('known.blocker_id'),
    )
    .select('blocker_id')
    .distinct()
    .orderBy('blocker_id')
    .execute()
  return rows.map(({ blocker_id }) => blocker_id)
}

/** Applies the blocker's oldest block of a gone account to the caregiver who has its number; false if there is none. */
export async function revive(db: Db, { blocker, blocked }: Pair, phoneHash: Buffer): Promise<boolean> {
  const revived = await db
    .updateTable('block')
    .set({ blocked_id: blocked })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('block as gone')
        .select('gone.id')
        .where('gone.blocker_id', '=', blocker)
        .where('gone.phone_hash', '=', phoneHash)
        .where('gone.blocked_id', 'is', null)
        .orderBy('gone.created_at')
        .orderBy('gone.id')
        .limit(1),
    )
    .where('blocked_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

/** Deletes the blocks by an erased caregiver. Those of them keep only the number, or are deleted if they have none. */
export async function forgetBlocks(db: Db, caregiverId: string): Promise<void> {
  await db
    .deleteFrom('block')
    .where(({ or, and, eb }) =>
      or([
        eb('blocker_id', '=', caregiverId),
        and([eb('blocked_id', '=', caregiverId), eb('phone_hash', 'is', null)]),
      ]),
    )
    .execute()
  await db
    .updateTable('block')
    .set({ blocked_id: null, name: null, last_name: null, gone_at: sql<Date>`now()` })
    .where('blocked_id', '=', caregiverId)
    .execute()
}

/** The groups of which both are members. */
export function listSharedGroups(
  db: Db,
  viewer: string,
  other: string,
): Promise<{ name: string; isAdmin: boolean }[]> {
  return db
    .selectFrom('group_membership as mine')
    .innerJoin('group_membership as theirs', 'theirs.group_id', 'mine.group_id')
    .innerJoin('caregiver_group', 'caregiver_group.id', 'mine.group_id')
    .where('mine.caregiver_id', '=', viewer)
    .where('mine.status', '=', 'approved')
    .where('theirs.caregiver_id', '=', other)
    .where('theirs.status', '=', 'approved')
    .select(['caregiver_group.name', 'theirs.is_group_admin as isAdmin'])
    .orderBy('caregiver_group.name')
    .orderBy('caregiver_group.id')
    .execute()
}
