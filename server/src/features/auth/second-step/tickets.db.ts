import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

const mostTries = 5

interface Ticket {
  hash: Buffer
  userId: string
  kind: 'second-step' | 'mail-code'
}

export async function insertTicket(db: Db, { hash, userId, kind }: Ticket): Promise<void> {
  await db
    .insertInto('auth_ticket')
    .values({ hash, user_id: userId, kind, expires_at: sql<Date>`now() + interval '10 minutes'` })
    .execute()
}

/** Ends the user's tickets of that kind. */
export async function dropTickets(db: Db, userId: string, kind: Ticket['kind']): Promise<void> {
  await db.deleteFrom('auth_ticket').where('user_id', '=', userId).where('kind', '=', kind).execute()
}

/**
 * Counts a try before anything is compared, so that concurrent guesses are five at most. Returns the ticket's user;
 * undefined if the ticket has ended.
 */
export function countTicketTry(db: Db, hash: Buffer): Promise<{ user_id: string | null } | undefined> {
  return open(db, 'second-step')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('tries', '<', mostTries)
    .returning('user_id')
    .executeTakeFirst()
}

/** Like `countTicketTry`, for the code last mailed to the user. Returns its hash. */
export function countMailCodeTry(db: Db, userId: string): Promise<{ hash: Buffer } | undefined> {
  return open(db, 'mail-code')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('tries', '<', mostTries)
    .returning('hash')
    .executeTakeFirst()
}

/** True if the ticket is unspent. The user is locked, so nobody else spends it. */
export async function isOpenTicket(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('auth_ticket')
    .select('hash')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** True for the one call that spent it. */
export async function spendTicket(db: Db, hash: Buffer): Promise<boolean> {
  const spent = await db
    .updateTable('auth_ticket')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}

function open(db: Db, kind: Ticket['kind']) {
  return db
    .updateTable('auth_ticket')
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
}
