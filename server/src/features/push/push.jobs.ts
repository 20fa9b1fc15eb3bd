import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { findNotice } from '#features/notices/notices.db.ts'
import type { PushService } from '#integrations/push-service.ts'
import { defineJob, type Job, type JobKind, type Queue } from '#jobs/queue.ts'
import { findDevice, listDeliveries, markExpired } from './push.db.ts'

/** Finds the devices to be told. Jobs hold ids only: what is said is read when it is sent. */
export const pushNotifications: JobKind<{ notifications: string[] }> = {
  name: 'push-notifications',
  data: z.object({ notifications: z.array(z.string()) }),
}

const pushToDevice: JobKind<{ notification: string; subscription: string }> = {
  name: 'push-to-device',
  data: z.object({ notification: z.string(), subscription: z.string() }),
}

/** A push service that doesn't answer holds one of these up, and no other. */
const atOnce = 10
/** Seconds; a push service has ten. */
const lostAfter = 15

export function pushJobs({
  database: { kysely: db },
  push,
  queue,
  log,
}: {
  database: Database
  push: PushService
  queue: () => Queue
  log: FastifyBaseLogger
}): Job[] {
  return [
    {
      ...defineJob(pushNotifications, async ({ notifications }) => {
        for (const delivery of await listDeliveries(db, notifications)) {
          await queue().enqueue(db, pushToDevice, delivery)
        }
      }),
      batch: 50,
    },
    {
      ...defineJob(pushToDevice, async (delivery) => {
        const [device, notice] = [await findDevice(db, delivery), await findNotice(db, delivery.notification)]
        if (!device || !notice) return
        const { title, detail } = renderNotice(notice, notice.zone)
        const message = { title, url: notice.url, id: delivery.notification, ...(detail && { body: detail }) }
        const outcome = await push.send(device, message)
        if (outcome === 'gone') await markExpired(db, delivery.subscription)
        if (outcome === 'refused') log.warn({ host: URL.parse(device.endpoint)?.host }, 'a push was refused')
      }),
      atOnce,
      lostAfter,
    },
  ]
}
