import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { newsFields } from '../notifications/notifications.admin.contract.ts'

/**
 * To every user registered now, or to the approved members of that group. Sent in batches, soon after the reply. 400 if
 * there is no such group.
 */
export const broadcastNotification = endpoint({
  name: 'broadcasts.send',
  summary: 'Notify everybody, or a group',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/broadcast-notification',
  body: z.strictObject({ ...newsFields, group: z.optional(z.nullable(id)) }),
  data: z.object({}),
  idempotent: true,
})
