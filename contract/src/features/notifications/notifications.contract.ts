import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'

/** Something that happened and concerns the caller. `url` is a path of this app. */
export const notification = z.object({
  _id: id,
  title: z.string(),
  /** Day and time of what it is about, in the reader's zone; null if it has none. */
  detail: z.nullable(z.string()),
  /** What happened, one of `NoticeMessage`; null if only its text is known. */
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

/** Marks the caller's notifications as read: `upTo` and all older ones, or all without it. */
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
