import type { SubscriptionStatus } from '@tagalong/contract/features/billing/billing.rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** A user as the provider in use knows them, and what it said of their subscription when it was last read. */
export interface SubscriptionRow {
  customer_id: string
  status: SubscriptionStatus | null
  benefits_end_at: Date | null
}

/** Undefined if the provider in use doesn't know the user. */
export function findSubscription(db: Db, userId: string): Promise<SubscriptionRow | undefined> {
  return subscriptions(db).where('user_id', '=', userId).executeTakeFirst()
}

export function findSubscriptionOfCaregiver(
  db: Db,
  caregiverId: string,
): Promise<SubscriptionRow | undefined> {
  return subscriptions(db)
    .where('user_id', '=', (eb) =>
      eb.selectFrom('caregiver').select('caregiver.user_id').where('caregiver.id', '=', caregiverId),
    )
    .executeTakeFirst()
}

function subscriptions(db: Db) {
  return db
    .selectFrom('billing_customer')
    .select(['id as customer_id', 'benefits_end_at', 'status'])
    .where('is_current', '=', true)
    .$narrowType<{ status: SubscriptionStatus | null }>()
}

/** Makes only customers of this provider count. Nothing is lost: those of another come back with it. */
export async function useProvider(db: Db, provider: string): Promise<void> {
  await db
    .updateTable('billing_customer')
    .set({ is_current: sql<boolean>`provider = ${provider}` })
    .where(sql<boolean>`is_current <> (provider = ${provider})`)
    .execute()
}

/** False if the user is that provider's customer already. */
export async function insertCustomer(
  db: Db,
  customer: { id: string; provider: string; userId: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('billing_customer')
    .values({ id: customer.id, provider: customer.provider, user_id: customer.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Records that the customer got a page to pay. */
export async function markCheckout(db: Db, id: string): Promise<void> {
  await db
    .updateTable('billing_customer')
    .set({ checkout_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('billing_customer').where('id', '=', id).execute()
}

/** Returns customers of the provider in use whose account is erased. */
export async function listErasedCustomers(
  db: Db,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_customer')
    .select('id')
    .where('user_id', 'is', null)
    .where('is_current', '=', true)
    .where(sql<boolean>`id <> all (${sql.val([...except])}::text[])`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns customers with premium that ends within that time, who weren't notified of this end yet. */
export function listEnding(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<{ customer_id: string; user_id: string; benefits_end_at: Date }[]> {
  return db
    .selectFrom('billing_customer')
    .select(['id as customer_id', 'user_id', 'benefits_end_at'])
    .where('is_current', '=', true)
    .where('user_id', 'is not', null)
    .where('status', 'in', ['trialing', 'active'])
    .where('benefits_end_at', '>', now)
    .where('benefits_end_at', '<=', until)
    .where(sql<boolean>`told_end_at is distinct from benefits_end_at`)
    .$narrowType<{ user_id: string; benefits_end_at: Date }>()
    .execute()
}

/** False if they were notified of that end meanwhile. */
export async function markEndNotified(db: Db, id: string, end: Date): Promise<boolean> {
  const marked = await db
    .updateTable('billing_customer')
    .set({ told_end_at: end })
    .where('id', '=', id)
    .where(sql<boolean>`told_end_at is distinct from ${end}`)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Returns customers whose last payment failed, and who weren't notified yet. */
export function listFailing(db: Db): Promise<{ customer_id: string; user_id: string }[]> {
  return db
    .selectFrom('billing_customer')
    .select(['id as customer_id', 'user_id'])
    .where('is_current', '=', true)
    .where('user_id', 'is not', null)
    .where('status', '=', 'past_due')
    .where('told_failing', '=', false)
    .$narrowType<{ user_id: string }>()
    .execute()
}

/** False if they were notified meanwhile, or have paid: the next failure is another one. */
export async function markFailingNotified(db: Db, id: string): Promise<boolean> {
  const marked = await db
    .updateTable('billing_customer')
    .set({ told_failing: true })
    .where('id', '=', id)
    .where('status', '=', 'past_due')
    .where('told_failing', '=', false)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}
