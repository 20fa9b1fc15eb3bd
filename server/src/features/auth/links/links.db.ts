import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mailsToAddresses } from './mail-jobs.ts'

/** What a mailed link is for. */
export type MailTokenKind = 'reset' | 'confirm-email' | 'undo-email' | 'not-me'

const hour = 60
const week = 7 * 24 * hour

/** Lifetimes of links, in minutes. */
export const minutes = {
  reset: hour,
  welcome: week,
  'confirm-email': hour,
  'undo-email': week,
  'not-me': week,
}

export async function insertMailToken(
  db: Db,
  token: {
    id: string
    userId: string
    kind: MailTokenKind
    hash: Buffer
    email: string | null
    minutes: number
  },
): Promise<void> {
  await db
    .insertInto('mail_token')
    .values({
      id: token.id,
      user_id: token.userId,
      kind: token.kind,
      hash: token.hash,
      email: token.email,
      expires_at: sql<Date>`now() + ${token.minutes} * interval '1 minute'`,
    })
    .execute()
}

/** Minutes to allow for: the fact is in the database a little before its notice, by another clock. */
const earlier = { 'undo-email': 0, 'not-me': 1 }

/** SQL for when a link was made or, for 'That wasn't me', when the reported event happened. */
export function madeAt({ id, kind }: { id: string; kind: keyof typeof earlier }): RawBuilder<Date> {
  const life = minutes[kind] + earlier[kind]
  return sql<Date>`(select expires_at - ${life} * interval '1 minute' from mail_token where id = ${id})`
}

export interface MailTokenRow {
  id: string
  kind: MailTokenKind
  user_id: string
  email: string | null
}

interface MailTokenKey {
  id: string
  hash: Buffer
  kinds: readonly MailTokenKind[]
}

/** Finds a link that can still be used. */
export function findMailToken(db: Db, { id, hash, kinds }: MailTokenKey): Promise<MailTokenRow | undefined> {
  return db
    .selectFrom('mail_token')
    .select(['id', 'kind', 'user_id', 'email'])
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$castTo<MailTokenRow>()
    .executeTakeFirst()
}

/** Spends the link; undefined for all but the one call that did. */
export function spendMailToken(db: Db, { id, hash, kinds }: MailTokenKey): Promise<MailTokenRow | undefined> {
  return db
    .updateTable('mail_token')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'kind', 'user_id', 'email'])
    .$castTo<MailTokenRow>()
    .executeTakeFirst()
}

/** Stores the hash of the link's secret once its mail is written; false if the link has already ended. */
export async function setMailTokenHash(db: Db, { id, hash }: { id: string; hash: Buffer }): Promise<boolean> {
  const set = await db
    .updateTable('mail_token')
    .set({ hash })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return set !== undefined
}

/** Ends the user's unused links of these kinds. */
export async function dropMailTokens(db: Db, userId: string, kinds: readonly MailTokenKind[]): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends 'That wasn't me' links that went to another address. */
export async function dropNotMeLinksElsewhere(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('kind', '=', 'not-me')
    .where(sql`lower(email)`, '<>', sql`lower(${email})`)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Ends links of that kind about later events. All links of a kind live equally long, so one that ends later was made
 * later.
 */
export async function dropLaterLinks(db: Db, { id, user_id, kind }: MailTokenRow): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>=', (eb) =>
      eb.selectFrom('mail_token').select('expires_at').where('id', '=', id).$asScalar(),
    )
    .execute()
}

/**
 * True if somebody else may still take that address back. Call it after writing the address: a concurrent change that
 * gives the address up has stored its undo link by then.
 */
export async function isKeptForAnother(
  db: Db,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> {
  const kept = await db
    .selectFrom('mail_token')
    .select('id')
    // A literal: the partial index depends on it.
    .where('kind', '=', sql.lit('undo-email'))
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('user_id', '<>', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return kept !== undefined
}

/** Deletes finished jobs that hold the account's address. */
export async function forgetMails(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const names = mailsToAddresses.map(({ name }) => name)
  await sql`
    delete from pgboss.job
    where name = any(${names}::text[]) and state > 'active'
      and (data ->> 'userId' = ${id} or lower(data ->> 'email') = ${email.toLowerCase()})`.execute(db)
}
