import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Passkey } from '#db/types.ts'

export type PasskeyRow = Selectable<Passkey>

/** What a challenge is for: a sign-in by anybody, or a new passkey of that user. */
type Purpose = { kind: 'passkey'; userId: null } | { kind: 'passkey-add'; userId: string }

export async function insertChallenge(db: Db, hash: Buffer, { kind, userId }: Purpose): Promise<void> {
  await db
    .insertInto('auth_ticket')
    .values({ hash, kind, user_id: userId, expires_at: sql<Date>`now() + interval '5 minutes'` })
    .execute()
}

/** True for the first answer only, and only in time. */
export async function spendChallenge(db: Db, hash: Buffer, { kind, userId }: Purpose): Promise<boolean> {
  const spent = await db
    .updateTable('auth_ticket')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** Finds a passkey made for that host. */
export function findPasskey(
  db: Db,
  { id, host }: { id: string; host: string },
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', id)
    .where('rp_id', '=', host)
    .executeTakeFirst()
}

/** Lists passkeys in the order in which they were added; with a host, only those made for it. */
export function listPasskeys(db: Db, userId: string, host?: string): Promise<PasskeyRow[]> {
  let passkeys = db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
  if (host !== undefined) passkeys = passkeys.where('rp_id', '=', host)
  return passkeys.execute()
}

export function findOwnPasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Undefined if the credential exists already. */
export function insertPasskey(
  db: Db,
  passkey: Pick<
    PasskeyRow,
    'credential_id' | 'user_id' | 'public_key' | 'counter' | 'transports' | 'backed_up' | 'rp_id' | 'name'
  >,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function markPasskeyUsed(
  db: Db,
  { id, counter, isBackedUp }: { id: string; counter: number; isBackedUp: boolean },
): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ last_used_at: sql<Date>`now()`, counter, backed_up: isBackedUp })
    .where('credential_id', '=', id)
    .execute()
}

/** True for the one call that deleted it. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('passkey')
    .where('credential_id', '=', id)
    .where('user_id', '=', userId)
    .returning('credential_id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function deletePasskeysSince(db: Db, userId: string, since: RawBuilder<Date>): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>=', since).execute()
}

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
