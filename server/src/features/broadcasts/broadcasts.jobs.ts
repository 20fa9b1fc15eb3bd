import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { tellUsers } from '#features/notifications/notifications.service.ts'
import { defineJob, type Job, type JobKind, type Queue } from '#jobs/queue.ts'
import { holdBroadcast, listNextUsers, markTold } from './broadcasts.db.ts'

/** So many users at a time, so that no transaction is open for long, however many there are. */
const batch = 500

export const sendBroadcast: JobKind<{ broadcast: string }> = {
  name: 'send-broadcast',
  data: z.object({ broadcast: z.string() }),
}

interface Means {
  database: Database
  queue: () => Queue
}

/** Each batch and how far it came are one transaction: whoever begins again begins where it was left, and tells nobody twice. */
export function broadcastJobs(means: Means): Job[] {
  return [
    {
      ...defineJob(sendBroadcast, async ({ broadcast }) => {
        for (let isMore = true; isMore; ) isMore = await sendBatch(means, broadcast)
      }),
      lostAfter: 900,
    },
  ]
}

/** False once everybody has been told. */
function sendBatch({ database, queue }: Means, id: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (db) => {
    const row = await holdBroadcast(db, id)
    if (!row) return false
    const userIds = await listNextUsers(db, row, batch)
    const news = { message: 'admin.said', params: { text: row.title }, url: row.url } as const
    await tellUsers({ db, queue: queue() }, userIds, news)
    await markTold(db, id, userIds.at(-1) ?? null)
    return userIds.length > 0
  })
}
