import { pino } from 'pino'
import type { Database } from '#db/database.ts'
import { doDue } from '#due.ts'
import { deliver } from '#features/notifications/deliver.service.ts'
import { remind } from '#features/playdates/reminders/reminders.service.ts'
import type { Queue } from '#jobs/queue.ts'

/** Does what the clock starts each minute, as of that moment. */
export async function doMinute(of: { database: Database; queue: Queue; now: number }): Promise<void> {
  const { database, queue, now } = of
  const ctx = { db: database.kysely, queue, clock: { now: () => now }, log: pino({ level: 'silent' }) }
  await doDue(ctx)
  await remind({}, ctx)
  await deliver({}, ctx)
}
