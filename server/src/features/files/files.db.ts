import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface UploadRow {
  upload_key: string
  content_type: string
  photo_key: string | null
}

export async function insertUpload(
  db: Db,
  { key, userId, contentType }: { key: string; userId: string; contentType: string },
): Promise<void> {
  await db
    .insertInto('file')
    .values({ upload_key: key, user_id: userId, content_type: contentType })
    .execute()
}

/** Inserts a copy of a photo, which is nobody's upload. */
export async function insertCopy(
  db: Db,
  { uploadKey, photoKey, contentType }: { uploadKey: string; photoKey: string; contentType: string },
): Promise<void> {
  await db
    .insertInto('file')
    .values({
      upload_key: uploadKey,
      content_type: contentType,
      photo_key: photoKey,
      claimed_at: sql<Date>`now()`,
    })
    .execute()
}

/** True if bytes may still be put under that key. */
export async function isAwaited(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('upload_key')
    .where('upload_key', '=', key)
    .where('user_id', 'is not', null)
    .where('photo_key', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds those of the uploads that are the user's own. */
export function findUploads(db: Db, userId: string, keys: readonly string[]): Promise<UploadRow[]> {
  return db
    .selectFrom('file')
    .select(['upload_key', 'content_type', 'photo_key'])
    .where('user_id', '=', userId)
    .where('upload_key', 'in', [...keys])
    .execute()
}

/** False if another call was first to make a photo of it. */
export async function setPhotoKey(db: Db, uploadKey: string, photoKey: string): Promise<boolean> {
  const set = await db
    .updateTable('file')
    .set({ photo_key: photoKey })
    .where('upload_key', '=', uploadKey)
    .where('photo_key', 'is', null)
    .returning('upload_key')
    .executeTakeFirst()
  return set !== undefined
}

/**
 * Claims the user's own upload for a child, and returns the key of its photo; null if there is none, or another child
 * has it already. Claimed again for the child that holds it, it returns the same key.
 */
export async function claimUpload(
  db: Db,
  { uploadKey, userId, held }: { uploadKey: string; userId: string; held: string | null },
): Promise<string | null> {
  const row = await db
    .updateTable('file')
    .set({ claimed_at: sql<Date>`coalesce(claimed_at, now())` })
    .where('upload_key', '=', uploadKey)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('photo_key', '=', held)]))
    .returning('photo_key')
    .executeTakeFirst()
  return row?.photo_key ?? null
}

/** Returns the keys of a user's uploads, including those that no child holds. */
export async function listUploadsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('file').select('upload_key').where('user_id', '=', userId).execute()
  return rows.map(({ upload_key }) => upload_key)
}

export type FileKeys = Pick<UploadRow, 'upload_key' | 'photo_key'>

/** Finds files by either of their keys. */
export function findFiles(db: Db, keys: readonly string[]): Promise<FileKeys[]> {
  return db
    .selectFrom('file')
    .select(['upload_key', 'photo_key'])
    .where((eb) => eb.or([eb('upload_key', 'in', [...keys]), eb('photo_key', 'in', [...keys])]))
    .execute()
}

/** Deletes the rows, except those that got a photo since they were read. */
export async function deleteFiles(db: Db, rows: readonly FileKeys[]): Promise<void> {
  await sql`delete from file
    using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (upload_key text, photo_key text)
    where file.upload_key = found.upload_key and file.photo_key is not distinct from found.photo_key`.execute(
    db,
  )
}

/**
 * Lists files made more than a day ago that neither a child nor a report holds: never saved, replaced, or left by an
 * erased account.
 */
export function listOrphans(db: Db, limit: number): Promise<FileKeys[]> {
  return db
    .selectFrom('file')
    .select(['upload_key', 'photo_key'])
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('child').select('child.id').whereRef('child.photo', '=', 'file.photo_key'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('report').select('report.id').whereRef('report.photo_key', '=', 'file.photo_key')),
      ),
    )
    .limit(limit)
    .execute()
}
