import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import type { JobCtx } from '#http/context.ts'
import type { Payments, ProviderEvent } from '#integrations/payments.ts'
import type { JobKind, Queue } from '#jobs/queue.ts'
import { whileTime } from '#jobs/while-time.ts'
import {
  beginSync,
  insertEvent,
  insertNightlyEvents,
  listWaitingCustomers,
  storeSync,
} from './subscription-sync.db.ts'

/** Handles all waiting events, of any customers. */
export const answerEventsKind: JobKind<object> = { name: 'answer-billing-events', data: z.object({}) }
/** Customers per batch. */
const batch = 50

/** Records once that something is new; what it is will be read from the provider. */
export async function receiveEvent(
  { database, queue }: { database: Database; queue: Queue },
  { id, customerId }: ProviderEvent,
): Promise<void> {
  if (customerId === null) return
  await database.kysely.transaction().execute(async (db) => {
    if (await insertEvent(db, { id, customerId })) await queue.enqueue(db, answerEventsKind, {})
  })
}

/**
 * Stores what the provider says of the customer now, and marks the events that asked for it as handled.
 * @throws if the provider can't be asked; nothing is changed
 */
export async function syncCustomer(db: Db, payments: Payments, customerId: string): Promise<void> {
  const sync = await beginSync(db, customerId)
  if (!sync) return
  const found = await payments.readSubscription(customerId)
  await db.transaction().execute((transaction) => storeSync(transaction, sync, found))
}

/** Handles all waiting events, of any customers. A customer who can't be read now waits for the next run. */
export async function answerEvents({
  db,
  payments,
  log,
}: Pick<JobCtx, 'db' | 'payments' | 'log'>): Promise<void> {
  const failed: string[] = []
  await whileTime(
    () => listWaitingCustomers(db, { except: failed, limit: batch }),
    async (customerId) => {
      try {
        await syncCustomer(db, payments, customerId)
      } catch (error) {
        log.error({ err: error }, 'a subscription could not be read')
        failed.push(customerId)
      }
    },
  )
  if (failed.length > 0) throw new Error(`${failed.length} subscriptions could not be read`)
}

/** Nightly: has all customers who may have changed read again. */
export function syncSubscriptions({ db }: Pick<JobCtx, 'db'>): Promise<void> {
  return insertNightlyEvents(db, `night of ${new Date().toISOString().slice(0, 10)}`)
}
