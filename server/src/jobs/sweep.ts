import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Job } from './queue.ts'

/** Nightly: rows whose time is over. Nothing reads them any more; they only take room. */
export function sweepJob({ kysely: db }: Database): Job {
  return {
    name: 'sweep',
    data: z.object({}),
    cron: '17 3 * * *',
    async run() {
      await db.deleteFrom('access_token').where('expires_at', '<', sql<Date>`now()`).execute()
      await db.deleteFrom('websocket_ticket').where('expires_at', '<', sql<Date>`now()`).execute()
      await db.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute()
      await db.deleteFrom('mail_token').where('expires_at', '<', sql<Date>`now()`).execute()
      await db.deleteFrom('known_device').where('expires_at', '<', sql<Date>`now()`).execute()
      await db
        .deleteFrom('crash_report')
        .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
        .execute()
      await db
        .deleteFrom('idempotency_key')
        .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
        .execute()
      await db.deleteFrom('rate_limit').where('expire', '<', Date.now()).execute()
    },
  }
}
