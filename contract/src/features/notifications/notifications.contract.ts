import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

/** Something happened that concerns the caller. `url` is a path of ours. */
export const notification = z.object({
  _id: id,
  title: z.string(),
  /** The day and the time of what it is about, on the reader's clock; null where it has none. */
  detail: z.nullable(z.string()),
  /** What kind of thing happened, one of `NoticeMessage`; null where only its words are known. */
  message: z.nullable(z.string()),
  url: z.string(),
  createdAt: instant,
  /** null while unread */
  readAt: z.nullable(instant),
})
export type Notification = z.infer<typeof notification>

/** The newest 50, newest first; `cursor` = the last one's `_id` gives older ones. */
export const listNotifications = endpoint({
  name: 'notifications.list',
  summary: 'List the own notifications',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/notifications',
  query: z.strictObject({ cursor: z.optional(id) }),
  data: z.array(notification),
})

/** Those of the caller count as read: `upTo` and all that are older, or without one all of them. */
export const readNotifications = endpoint({
  name: 'notifications.read',
  summary: 'Mark all own notifications as read',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/notifications/read',
  body: z.strictObject({ upTo: z.optional(id) }),
  data: z.object({}),
})
