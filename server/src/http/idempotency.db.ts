import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared, preparedChange } from '#db/prepared.ts'

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

/** A call's key, with what it was sent with. */
export interface Claim {
  userId: string
  /** The endpoint's name. */
  endpoint: string
  key: string
  bodyHash: Buffer
}

/**
 * Claims the key for this transaction: null where it was free. A concurrent call with the same key waits here until
 * the first one has committed or rolled back. Keys older than 24 hours are free again.
 */
export async function claimKey(db: Db, claim: Claim): Promise<Kept | null> {
  if (await claimKeys(db, [claim])) return null
  const { userId, endpoint, key } = claim
  const [kept] = await findKept(db, { userId, endpoint, name: nameOf(key) })
  if (!kept) throw new Error('a key that is taken is not there')
  return { bodyHash: kept.body_hash, reply: opened(key, kept.reply) }
}

/** The same for several calls: true where all were free, and are theirs now. */
export async function claimKeys(db: Db, claims: readonly Claim[]): Promise<boolean> {
  if (claims.length === 0) return true
  const claimed = await insertClaims(db, {
    ...columnsOf(claims),
    bodyHashes: claims.map(({ bodyHash }) => bodyHash),
  })
  return claimed.length === claims.length
}

/** What each call was answered. */
export async function keepReplies(
  db: Db,
  replies: readonly (Omit<Claim, 'bodyHash'> & { reply: unknown })[],
): Promise<void> {
  if (replies.length === 0) return
  await updateReplies(db, {
    ...columnsOf(replies),
    replies: replies.map(({ key, reply }) => JSON.stringify(sealed(key, reply))),
  })
}

interface Names {
  userIds: string[]
  endpoints: string[]
  names: string[]
}

function columnsOf(claims: readonly Omit<Claim, 'bodyHash'>[]): Names {
  return {
    userIds: claims.map(({ userId }) => userId),
    endpoints: claims.map(({ endpoint }) => endpoint),
    names: claims.map(({ key }) => nameOf(key)),
  }
}

/** In their order in the index: of two processes that claim the same ones neither waits for the other in a circle. */
const insertClaims = preparedChange((db, value: Names & { bodyHashes: Buffer[] }) => ({
  compile: () =>
    sql<{ key: string }>`
      insert into idempotency_key (user_id, endpoint, key, body_hash)
      select user_id, endpoint, key, body_hash
      from unnest(${value.userIds}::uuid[], ${value.endpoints}::text[], ${value.names}::text[],
        ${value.bodyHashes}::bytea[]) asked (user_id, endpoint, key, body_hash)
      order by user_id, endpoint, key
      on conflict (user_id, endpoint, key)
        do update set body_hash = excluded.body_hash, reply = null, created_at = now()
        where idempotency_key.created_at < now() - interval '24 hours'
      returning key`.compile(db),
}))

const findKept = prepared((db, value: { userId: string; endpoint: string; name: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', value.userId)
    .where('endpoint', '=', value.endpoint)
    .where('key', '=', value.name),
)

const updateReplies = preparedChange((db, value: Names & { replies: string[] }) => ({
  compile: () =>
    sql`
      update idempotency_key kept set reply = asked.reply
      from unnest((select ${value.userIds}::uuid[]), (select ${value.endpoints}::text[]),
        (select ${value.names}::text[]), (select ${value.replies}::jsonb[])) asked (user_id, endpoint, key, reply)
      where kept.user_id = asked.user_id and kept.endpoint = asked.endpoint and kept.key = asked.key`.compile(
      db,
    ),
}))
