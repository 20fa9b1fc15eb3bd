import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared, preparedChange } from '#db/prepared.ts'

/** The answer to the first call with a key. */
export interface Kept {
  bodyHash: Buffer
  reply: unknown
}

/**
 * Derives the secret that encrypts a kept reply from the client's key: the database alone doesn't show the names and
 * links in it.
 */
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

/** Returns the hash that is stored for a key. */
function nameOf(key: string): string {
  return createHash('sha256').update(`key:${key}`).digest('base64url')
}

/** A call's key, and the call that it was sent with. */
export interface Claim {
  userId: string
  /** The endpoint's name. */
  endpoint: string
  key: string
  bodyHash: Buffer
}

/**
 * Claims the key for this transaction. Null if it was free, otherwise the kept answer. A concurrent call with the same
 * key waits here until the first one has committed or rolled back. Keys older than 24 hours are free again.
 */
export async function claimKey(db: Db, { key, ...claim }: Claim): Promise<Kept | null> {
  const named = { ...claim, name: nameOf(key) }
  const [claimed] = await insertClaim(db, named)
  if (claimed) return null
  const [kept] = await findKept(db, named)
  if (!kept) throw new Error('a key that is taken is not there')
  return { bodyHash: kept.body_hash, reply: opened(key, kept.reply) }
}

/** Returns the kept answer of the call; null if there is none, or the key was sent with other contents. */
export async function findReply(db: Db, { key, ...claim }: Claim): Promise<unknown> {
  const [kept] = await findKept(db, { ...claim, name: nameOf(key) })
  return kept?.reply && kept.body_hash.equals(claim.bodyHash) ? opened(key, kept.reply) : null
}

export async function keepReply(db: Db, { key, ...claim }: Claim, reply: unknown): Promise<void> {
  await updateReply(db, { ...claim, name: nameOf(key), reply: JSON.stringify(sealed(key, reply)) })
}

interface NamedClaim extends Omit<Claim, 'key'> {
  name: string
}

const insertClaim = preparedChange((db, value: NamedClaim) =>
  db
    .insertInto('idempotency_key')
    .values({
      user_id: value.userId,
      endpoint: value.endpoint,
      key: value.name,
      body_hash: value.bodyHash,
    })
    .onConflict((taken) =>
      taken
        .columns(['user_id', 'endpoint', 'key'])
        .doUpdateSet({ body_hash: value.bodyHash, reply: null, created_at: sql<Date>`now()` })
        .where('idempotency_key.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('key'),
)

const findKept = prepared((db, value: Omit<NamedClaim, 'bodyHash'>) =>
  db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', value.userId)
    .where('endpoint', '=', value.endpoint)
    .where('key', '=', value.name),
)

const updateReply = preparedChange((db, value: Omit<NamedClaim, 'bodyHash'> & { reply: string }) =>
  db
    .updateTable('idempotency_key')
    .set({ reply: value.reply })
    .where('user_id', '=', value.userId)
    .where('endpoint', '=', value.endpoint)
    .where('key', '=', value.name),
)
