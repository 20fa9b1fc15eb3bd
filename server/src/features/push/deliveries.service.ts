import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import * as z from 'zod/mini'
import { listStanding } from '#features/notices/notices.db.ts'
import type { JobCtx } from '#http/context.ts'
import type { JobKind } from '#jobs/queue.ts'
import { inLanguage } from '#language.ts'
import { findDevice, listDeliveries, markExpired } from './push.db.ts'

/** Jobs hold only ids: the text is read when it is sent. */
export const pushNotificationsKind: JobKind<{ notifications: string[] }> = {
  name: 'push-notifications',
  data: z.object({ notifications: z.array(z.string()) }),
}

/** One user's notifications that quiet hours held. */
export const pushHeldKind: JobKind<{ user: string; notifications: string[] }> = {
  name: 'push-held',
  data: z.object({ user: z.string(), notifications: z.array(z.string()) }),
}

interface Delivery {
  notification: string
  subscription: string
  /** Number of notifications that it stands for, if several. */
  count?: number | undefined
}

export const pushToDeviceKind: JobKind<Delivery> = {
  name: 'push-to-device',
  data: z.object({ notification: z.string(), subscription: z.string(), count: z.optional(z.int()) }),
}

/** Finds the devices of the notified users. */
export async function pushNotifications(
  { notifications }: { notifications: string[] },
  { db, queue }: Pick<JobCtx, 'db' | 'queue'>,
): Promise<void> {
  const deliveries = await listDeliveries(db, notifications)
  await db.transaction().execute(async (transaction) => {
    for (const delivery of deliveries) await queue.enqueue(transaction, pushToDeviceKind, delivery)
  })
}

/**
 * Sends one push for all notifications that still count; the newest stands for the others. It is enqueued for all
 * devices at once, or for none.
 */
export async function pushHeld(
  { user, notifications }: { user: string; notifications: string[] },
  { db, queue }: Pick<JobCtx, 'db' | 'queue'>,
): Promise<void> {
  const [newest, ...others] = await listStanding(db, user, notifications)
  if (!newest) return
  const count = others.length > 0 ? others.length + 1 : undefined
  const deliveries = await listDeliveries(db, [newest.id])
  await db.transaction().execute(async (transaction) => {
    for (const delivery of deliveries) {
      await queue.enqueue(transaction, pushToDeviceKind, { ...delivery, count })
    }
  })
}

/** A time so far away that every rendered day has a date. */
const longAgo = 0

function endOfDay(now: number, zone: string): number {
  const { year, month, day } = wallTime(now, zone)
  return instantOf({ year, month, day: day + 1, hour: 0 }, zone)
}

/**
 * The job may have waited for its push service: sends only what still counts, and nothing in quiet hours that began
 * meanwhile.
 */
export async function pushToDevice(
  delivery: Delivery,
  { db, queue, push, env, log }: Pick<JobCtx, 'db' | 'queue' | 'push' | 'env' | 'log'>,
): Promise<void> {
  const device = await findDevice(db, delivery)
  if (!device) return
  const [notice] = await listStanding(db, device.user_id, [delivery.notification])
  if (!notice) return
  if (device.held_until) return queue.enqueue(db, pushToDeviceKind, delivery, device.held_until)
  const { count } = delivery
  const now = Date.now()
  const { title, detail, url, dated } = inLanguage(device.language, () => {
    if (count) {
      const things = m.push_new_things({ count, brand: env.brandName })
      return { title: things, detail: null, url: '/notifications', dated: things }
    }
    const { title: dated } = renderNotice(notice, notice.zone, longAgo)
    return { ...renderNotice(notice, notice.zone, now), url: notice.url, dated }
  })
  const message = {
    title,
    url,
    id: delivery.notification,
    ...(detail && { body: detail }),
    // A text that says 'Today' or 'Tomorrow' may be shown on another day.
    ...(dated !== title && { dated, until: endOfDay(now, notice.zone) }),
  }
  const outcome = await push.send(device, message)
  if (outcome === 'gone') await markExpired(db, delivery.subscription, device.endpoint)
  if (outcome === 'refused') log.warn({ host: URL.parse(device.endpoint)?.host }, 'a push was refused')
}
