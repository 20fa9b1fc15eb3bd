import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import type { Payments, ProviderEvent } from '#integrations/payments.ts'
import type { JobKind, Queue } from '#jobs/queue.ts'
import { beginReading, insertEvent, storeReading } from './readings.db.ts'

/** Answers all events that wait, whosever they are. */
export const answerEventsKind: JobKind<object> = { name: 'answer-billing-events', data: z.object({}) }

/** Notes that there is something new, once; what it is will be read from the provider. */
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
 * Stores what the provider says of the customer now, and with it that the events which asked for that are answered.
 * @throws where the provider can't be asked; everything stays as it is
 */
export async function readCustomer(db: Db, payments: Payments, customerId: string): Promise<void> {
  const reading = await beginReading(db, customerId)
  if (!reading) return
  const found = await payments.readSubscription(customerId)
  await db.transaction().execute((transaction) => storeReading(transaction, reading, found))
}
