import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DemoSubscription } from '#db/types.ts'

export type DemoSubscriptionRow = Selectable<DemoSubscription>

/** The newest. */
export function findDemoSubscription(db: Db, customerId: string): Promise<DemoSubscriptionRow | undefined> {
  return db
    .selectFrom('demo_subscription')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Once for each id, and not where one of the customer's goes on. */
export async function insertDemoSubscription(
  db: Db,
  { id, customerId, periodEndsAt }: { id: string; customerId: string; periodEndsAt: Date },
): Promise<void> {
  await db
    .insertInto('demo_subscription')
    .columns(['id', 'customer_id', 'status', 'period_ends_at'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`${id}`.as('id'),
          sql<string>`${customerId}`.as('customer_id'),
          sql<string>`'active'`.as('status'),
          sql<Date>`${periodEndsAt}::timestamptz`.as('period_ends_at'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('demo_subscription as other')
                .select('other.id')
                .where('other.customer_id', '=', customerId)
                .where('other.status', '<>', 'canceled'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Not what has ended. */
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
