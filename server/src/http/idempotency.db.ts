import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the first call with a key was answered. */
export interface Kept {
  bodyHash: Buffer
  reply: unknown
}

/** The client's own key opens the kept reply: names and links in it can't be read in the database. */
function secretOf(key: string): Buffer {
  return createHash('sha256').update(`reply:${key}`).digest()
}

function sealed(key: string, reply: unknown): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secretOf(key), nonce)
  const hidden = [cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]).toString('base64')
}

function opened(key: string, kept: unknown): unknown {
  const bytes = Buffer.from(String(kept), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}

/** What stands in the table for a key. */
function nameOf(key: string): string {
  return createHash('sha256').update(`key:${key}`).digest('base64url')
}

/**
 * Claims the key for this transaction: null where it was free. A concurrent call with the same key waits here until
 * the first one has committed or rolled back. Keys older than 24 hours are free again.
 */
export async function claimKey(
  db: Db,
  { userId, endpoint, key, bodyHash }: { userId: string; endpoint: string; key: string; bodyHash: Buffer },
): Promise<Kept | null> {
  await db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', nameOf(key))
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ user_id: userId, endpoint, key: nameOf(key), body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const kept = await db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', nameOf(key))
    .executeTakeFirstOrThrow()
  return { bodyHash: kept.body_hash, reply: opened(key, kept.reply) }
}

export async function keepReply(
  db: Db,
  { userId, endpoint, key, reply }: { userId: string; endpoint: string; key: string; reply: unknown },
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(sealed(key, reply)) })
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', nameOf(key))
    .execute()
}
