import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ProviderSubscription } from '#integrations/payments.ts'

/** Stores a billing event. False if it came before, or is about an unknown customer. */
export async function insertEvent(
  db: Db,
  { id, customerId }: { id: string; customerId: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('billing_event')
    .columns(['id', 'customer_id'])
    .expression((eb) =>
      eb
        .selectFrom('billing_customer')
        .select([sql<string>`${id}`.as('id'), 'billing_customer.id as customer_id'])
        .where('billing_customer.id', '=', customerId)
        // The provider may be forgetting the customer just now.
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Adds events as if the provider had sent one about every customer who may have changed: events can get lost on the
 * way. Once for each `night`.
 */
export async function insertNightlyEvents(db: Db, night: string): Promise<void> {
  await db
    .insertInto('billing_event')
    .columns(['id', 'customer_id'])
    .expression((eb) =>
      eb
        .selectFrom('billing_customer')
        .select([sql<string>`${night} || ' ' || id`.as('id'), 'id as customer_id'])
        .where('is_current', '=', true)
        .where('user_id', 'is not', null)
        .where((each) =>
          each.or([
            each('status', 'not in', ['canceled', 'incomplete_expired']),
            // They went to the checkout lately, and may have paid.
            each(sql`greatest(created_at, checkout_at)`, '>', sql`now() - interval '3 days'`),
          ]),
        )
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns customers of the provider in use with unhandled events, those who wait longest first. */
export async function listWaitingCustomers(
  db: Db,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_event')
    .innerJoin('billing_customer', 'billing_customer.id', 'billing_event.customer_id')
    .select('billing_event.customer_id')
    .where('billing_event.handled_at', 'is', null)
    .where('billing_customer.is_current', '=', true)
    .where(sql<boolean>`billing_customer.id <> all (${sql.val([...except])}::text[])`)
    .groupBy('billing_event.customer_id')
    .orderBy(sql`min(billing_event.received_at)`)
    .limit(limit)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** A sync that has begun: its number, and the events that it will handle. */
export interface SubscriptionSync {
  customerId: string
  number: number
  events: string[]
}

/** Begins a sync, before the provider is asked; undefined if the customer no longer exists. */
export async function beginSync(db: Db, customerId: string): Promise<SubscriptionSync | undefined> {
  // Read with the number in one statement: a sync with a later number asks the provider after all of these events came.
  const begun = await db
    .updateTable('billing_customer')
    .set({ last_reading: sql<number>`last_reading + 1` })
    .where('id', '=', customerId)
    .returning([
      'last_reading',
      sql<string[]>`array(
        select id from billing_event where customer_id = ${customerId} and handled_at is null)`.as('events'),
    ])
    .executeTakeFirst()
  return begun && { customerId, number: begun.last_reading, events: begun.events }
}

/** Stores what the provider said, unless a sync that began later is stored already. Marks the events as handled. */
export async function storeSync(
  db: Db,
  { customerId, number, events }: SubscriptionSync,
  found: ProviderSubscription | null,
): Promise<void> {
  const isFailing = found?.status === 'past_due'
  await db
    .updateTable('billing_customer')
    .set({
      status: found?.status ?? null,
      benefits_end_at: found?.benefitsEndAt ?? null,
      stored_reading: number,
      // The next failing payment is notified again.
      ...(!isFailing && { told_failing: false }),
    })
    .where('id', '=', customerId)
    .where('stored_reading', '<', number)
    .execute()
  if (events.length === 0) return
  await db
    .updateTable('billing_event')
    .set({ handled_at: sql<Date>`now()` })
    .where('id', 'in', events)
    .where('handled_at', 'is', null)
    .execute()
}
