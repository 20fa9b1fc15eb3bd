import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import * as z from 'zod/mini'
import { findNotice } from '#features/notices/notices.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { findDevice, listDeliveries, markExpired } from './push.db.ts'

/** Jobs hold ids only: what is said is read when it is sent. */
export const pushNotificationsKind: JobKind<{ notifications: string[] }> = {
  name: 'push-notifications',
  data: z.object({ notifications: z.array(z.string()) }),
}

interface Delivery {
  notification: string
  subscription: string
}

export const pushToDeviceKind: JobKind<Delivery> = {
  name: 'push-to-device',
  data: z.object({ notification: z.string(), subscription: z.string() }),
}

/** Finds the devices of whoever is notified. */
export async function pushNotifications(
  { notifications }: { notifications: string[] },
  { db, queue }: Pick<JobCtx, 'db' | 'queue'>,
): Promise<void> {
  for (const delivery of await listDeliveries(db, notifications)) {
    await queue.enqueue(db, pushToDeviceKind, delivery)
  }
}

export async function pushToDevice(
  delivery: Delivery,
  { db, push, log }: Pick<JobCtx, 'db' | 'push' | 'log'>,
): Promise<void> {
  const [device, notice] = [await findDevice(db, delivery), await findNotice(db, delivery.notification)]
  if (!device || !notice) return
  const { title, detail } = inLanguage(notice.language, () => renderNotice(notice, notice.zone))
  const message = { title, url: notice.url, id: delivery.notification, ...(detail && { body: detail }) }
  const outcome = await push.send(device, message)
  if (outcome === 'gone') await markExpired(db, delivery.subscription)
  if (outcome === 'refused') log.warn({ host: URL.parse(device.endpoint)?.host }, 'a push was refused')
}
