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

/** Returns the users of those devices that are still known. */
export async function listKnownDevices(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; user_id: string }[]> {
  if (hashes.length === 0) return []
  return db
    .selectFrom('known_device')
    .select(['hash', 'user_id'])
    .where(isOneOf(hashes))
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
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

/**
 * True if one of the devices is known to the account with that email. A single query, so that it takes as long if there
 * is no such account.
 */
export async function isKnownDeviceOf(db: Db, hashes: readonly Buffer[], email: string): Promise<boolean> {
  if (hashes.length === 0) return false
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
