import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { DemoSubscription } from '#db/types.ts'

export type DemoSubscriptionRow = Selectable<DemoSubscription>

/** Returns the customer's newest subscription. */
export function findDemoSubscription(db: Db, customerId: string): Promise<DemoSubscriptionRow | undefined> {
  return db
    .selectFrom('demo_subscription')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Locks a customer: others who want to subscribe them wait for the end of this transaction. */
export async function lockDemoCustomer(db: Db, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${customerId}, 0))`.execute(db)
}

/** Inserts a subscription, once for each id. */
export async function insertDemoSubscription(
  db: Db,
  { id, customerId, periodEndsAt }: { id: string; customerId: string; periodEndsAt: Date },
): Promise<void> {
  await db
    .insertInto('demo_subscription')
    .values({ id, customer_id: customerId, status: 'active', period_ends_at: periodEndsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends a cancelled subscription whose last day has come. */
export async function endDemoSubscription(db: Db, customerId: string, now: Date): Promise<void> {
  await db
    .updateTable('demo_subscription')
    .set((eb) => ({ status: 'canceled', ended_at: eb.ref('cancel_at') }))
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'canceled')
    .where('cancel_at', '<=', now)
    .execute()
}

/** Changes a subscription that has not ended. */
export async function updateDemoSubscription(
  db: Db,
  customerId: string,
  changes: Partial<Pick<DemoSubscriptionRow, 'status' | 'cancel_at' | 'ended_at'>>,
): Promise<void> {
  await db
    .updateTable('demo_subscription')
    .set(changes)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'canceled')
    .execute()
}

export async function deleteDemoSubscriptions(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('demo_subscription').where('customer_id', '=', customerId).execute()
}
