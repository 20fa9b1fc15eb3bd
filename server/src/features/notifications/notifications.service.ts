import { kindOf } from '@tagalong/contract/features/notices/kinds.rules.ts'
import { type Notice, titleOf } from '@tagalong/contract/features/notices/notices.rules.ts'
import { pageOfNotifications } from '@tagalong/contract/features/notifications/notifications.rules.ts'
import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { listNotices, type NoticeRow } from '#features/notices/notices.db.ts'
import { wakingMessages } from '#features/notices/waking-messages.ts'
import { pushNotificationsKind } from '#features/push/deliveries.service.ts'
import { listAdministrators } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx, NotifyCtx } from '#http/context.ts'
import { deliverKind } from './deliver.service.ts'
import {
  insertForCaregivers,
  insertForReaders,
  insertNotifications,
  markNotificationsRead,
  type NewNotification,
  type NotifiedRow,
} from './notifications.db.ts'

/** Never holds a child's name: it is sent in pushes, and outlives an erasure. */
export type NotificationInput = Notice & {
  /** A path in the app. */
  url: string
  /** The caregiver who caused it. */
  about?: string
  /** The chat room that it is about: while its quiet period lasts, nobody is notified of it again. */
  room?: string
  /** Only listed: neither pushed nor mailed. */
  isQuiet?: boolean
  /** The playdate that it is about: it is deleted with that, and isn't pushed or mailed once that is over. */
  playdate?: string
  /** Mailed at once, except to users who want no mails. */
  isUrgent?: boolean
  /** When the changed playdate starts, if within a day: no mute keeps that quiet. */
  startsAt?: Date | undefined
  /**
   * The playdate was moved or called off: caregivers who go to it get a push and a mail at once, whatever they chose.
   */
  isOff?: boolean
  /** Caregivers who went to it before the change; by default, those who go to it now. */
  going?: readonly string[] | undefined
}

/**
 * Runs in the transaction of the fact, so it notifies only if that commits. Pushes follow by the queue. Leaves out
 * caregivers who are apart from the one it is about.
 */
export async function notifyCaregivers(
  ctx: NotifyCtx,
  caregiverIds: readonly string[],
  notification: NotificationInput,
): Promise<void> {
  if (caregiverIds.length === 0) return
  const unique = [...new Set(caregiverIds)]
  const { startsAt, isOff, going } = notification
  const rows = {
    ...rowOf(notification),
    caregiverIds: unique,
    ids: unique.map(() => newId()),
    startsAt: startsAt ?? null,
    isOff: isOff ?? false,
    going: going ?? null,
  }
  const insert = notification.room ? insertForReaders : insertForCaregivers
  await send(ctx, await insert(ctx.db, rows))
}

export async function notifyUsers(
  ctx: NotifyCtx,
  userIds: readonly string[],
  notification: NotificationInput,
): Promise<void> {
  if (userIds.length === 0) return
  const to = userIds.map((user_id) => ({ id: newId(), user_id }))
  await send(ctx, await insertNotifications(ctx.db, to, rowOf(notification)))
}

export async function notifyAdministrators(ctx: NotifyCtx, notification: NotificationInput): Promise<void> {
  await notifyUsers(ctx, await listAdministrators(ctx.db), notification)
}

function rowOf(notification: NotificationInput): NewNotification {
  const { message, params, url, about, room, playdate, isQuiet, isUrgent } = notification
  return {
    message,
    kind: kindOf(message),
    wakes: wakingMessages.includes(message),
    params: JSON.stringify(params),
    title: titleOf(notification),
    url,
    aboutId: about ?? null,
    roomId: room ?? null,
    playdateId: playdate ?? null,
    isQuiet: isQuiet ?? false,
    isUrgent: isUrgent ?? false,
  }
}

/** Sends a frame, and enqueues what isn't held: pushes to devices, and mails that nothing puts off. */
async function send({ db, queue }: NotifyCtx, rows: readonly NotifiedRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const to = rows.map(({ user_id }) => user_id)
  await notify(db, { kind: 'frame', to, frame: { notification: first.id } })
  const notifications = rows.filter(({ is_pushed }) => is_pushed).map(({ id }) => id)
  if (notifications.length > 0) await queue.enqueue(db, pushNotificationsKind, { notifications })
  if (rows.some(({ is_mailed }) => is_mailed)) await queue.enqueue(db, deliverKind, {})
}

export function listNotifications(
  ctx: Ctx,
  { userId }: Authorised<Actor>,
  cursor: string | undefined,
): Promise<NoticeRow[]> {
  return listNotices(ctx.db, userId, { cursor, limit: pageOfNotifications })
}

export function readNotifications(
  ctx: Ctx,
  { userId }: Authorised<Actor>,
  upTo: string | undefined,
): Promise<void> {
  return read(ctx, userId, { upTo })
}

/** Opening a room marks its notifications as read. */
export function readNotificationsOfRoom(ctx: Ctx, userId: string, roomId: string): Promise<void> {
  return read(ctx, userId, { roomId })
}

/** Marks notifications as read, and sends the user's devices a frame, so that their marks vanish too. */
async function read(
  { db }: Ctx,
  userId: string,
  which: Parameters<typeof markNotificationsRead>[2],
): Promise<void> {
  if (!(await markNotificationsRead(db, userId, which))) return
  await notify(db, { kind: 'frame', to: [userId], frame: { notification: userId } })
}
