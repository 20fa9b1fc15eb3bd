import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the first call with a key was answered. */
export interface Kept {
  bodyHash: Buffer
  reply: unknown
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
    .where('key', '=', key)
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ user_id: userId, endpoint, key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const kept = await db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { bodyHash: kept.body_hash, reply: kept.reply }
}

export async function keepReply(
  db: Db,
  { userId, endpoint, key, reply }: { userId: string; endpoint: string; key: string; reply: unknown },
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute()
}
