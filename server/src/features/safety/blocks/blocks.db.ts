import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { NameRow } from '#features/visibility/names.db.ts'
import { seesName } from '#features/visibility/visibility.db.ts'

/** Somebody whose name the viewer sees. */
export function findNamed(db: Db, viewer: string, id: string): Promise<NameRow | undefined> {
  return db
    .selectFrom('caregiver')
    .select(['id', 'name', 'last_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(seesName(viewer, id))
    .executeTakeFirst()
}

export interface BlockRow {
  id: string
  /** null once they are gone, or came back as somebody else. */
  blocked_id: string | null
  name: string | null
  last_name: string | null
  created_at: Date
}

/** Newest first. Who left and came back by the same number stands there as who left: that they are back is not told. */
export function listBlocks(db: Db, blockerId: string): Promise<BlockRow[]> {
  return db
    .selectFrom('block')
    .where('blocker_id', '=', blockerId)
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

/** By whom it is about, or of who left by its own id. */
export function findBlock(db: Db, blockerId: string, id: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('block')
    .where('blocker_id', '=', blockerId)
    .where(sql<boolean>`case when gone_at is null then blocked_id else id end = ${id}`)
    .select('id')
    .executeTakeFirst()
}

export interface NewBlock {
  id: string
  blockerId: string
  blockedId: string
  name: string
  lastName: string
}

export async function insertBlock(db: Db, row: NewBlock): Promise<void> {
  await db
    .insertInto('block')
    .values({
      id: row.id,
      blocker_id: row.blockerId,
      blocked_id: row.blockedId,
      name: row.name,
      last_name: row.lastName,
    })
    .execute()
}

export async function deleteBlock(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('block').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
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
