import { lengthOf } from '@tagalong/contract/features/retention/retention.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ErasedKind } from '#jobs/over.ts'

/** A user's last visit. Sessions are swept sooner than accounts; `visited_at` is what the sweep keeps of them. */
const lastVisit = sql<Date>`greatest(app_user.visited_at,
  (select max(session.last_seen_at) from session where session.user_id = app_user.id))`

const ago = (length: string) =>
  sql<Date>`((now() at time zone 'UTC' - ${sql.lit(length)}::interval) at time zone 'UTC')`

/** True if not visited since then; only the column has an index. */
const unvisitedSince = (moment: RawBuilder<Date>) =>
  sql<boolean>`(app_user.visited_at < ${moment} and ${lastVisit} < ${moment})`

const isSpared = sql<boolean>`(app_user.is_admin or exists (select from billing_customer
  where billing_customer.user_id = app_user.id and billing_customer.status in ('trialing', 'active')))`

/** Accounts unvisited since then are warned: 31 days ahead, since months may be short and the job may be late. */
const notified = sql<Date>`(${ago(lengthOf('unvisited-accounts'))} + interval '31 days')`

/** True if no mail has been sent yet since the last visit. */
const isOwed = sql<boolean>`(${unvisitedSince(notified)} and not ${isSpared}
  and (dormant_told_at is null or dormant_told_at <= ${lastVisit}))`

const overdue: Record<ErasedKind, { table: 'app_user' | 'caregiver'; when: RawBuilder<boolean> }> = {
  'unclaimed-profiles': {
    table: 'caregiver',
    // A new claim link restarts the wait.
    when: sql`user_id is null and deleted_at is null and created_at < ${ago(lengthOf('unclaimed-profiles'))}
      and coalesce(claim_expires_at - interval '14 days', '-infinity') < ${ago(lengthOf('unclaimed-profiles'))}`,
  },
  'accounts-without-profile': {
    table: 'app_user',
    when: sql`${unvisitedSince(ago(lengthOf('accounts-without-profile')))} and not ${isSpared}
      and not exists (select from caregiver where caregiver.user_id = app_user.id)`,
  },
  'unvisited-accounts': {
    table: 'app_user',
    when: sql`${unvisitedSince(ago(lengthOf('unvisited-accounts')))} and not ${isSpared}
      and dormant_told_at > ${lastVisit} and dormant_told_at < now() - interval '30 days'`,
  },
}

/** Returns the users, or the unclaimed profiles, due for erasure. */
export async function listOverdue(db: Db, kind: ErasedKind): Promise<string[]> {
  const { table, when } = overdue[kind]
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${when} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isOverdue(db: Db, kind: ErasedKind, id: string): Promise<boolean> {
  const { table, when } = overdue[kind]
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} and ${when}`.execute(db)
  return rows.length > 0
}

/** Returns the users who are owed a mail. */
export async function listToNotify(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where ${isOwed} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** True if a mail is still owed: they may be back, or an earlier try may have sent it. */
export async function isToNotify(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from app_user where id = ${userId} and ${isOwed}`.execute(db)
  return rows.length > 0
}

export async function markNotified(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ dormant_told_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}
