import { lengthOf } from '@tagalong/contract/features/retention/retention.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export async function insertKnownDevice(db: Db, device: { hash: Buffer; userId: string }): Promise<void> {
  await db
    .insertInto('known_device')
    .values({
      hash: device.hash,
      user_id: device.userId,
      expires_at: sql<Date>`now() + ${lengthOf('known-devices')}::interval`,
    })
    .execute()
}

/** The one of these hashes that is theirs. */
export async function findKnownDevice(
  db: Db,
  hashes: readonly Buffer[],
  userId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('known_device')
    .select('hash')
    .where(isOneOf(hashes))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.hash
}

export async function hasKnownDevice(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .select('hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The same for whoever has that address; in one look, so that it takes as long where nobody does. */
export async function isKnownDeviceOf(db: Db, hashes: readonly Buffer[], email: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
    .select('known_device.hash')
    .where(isOneOf(hashes))
    .where(sql`lower(app_user.email)`, '=', sql`lower(${email})`)
    .where('known_device.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_device').where('user_id', '=', userId).execute()
}

const isOneOf = (hashes: readonly Buffer[]) => sql<boolean>`known_device.hash = any(${hashes}::bytea[])`
