import * as calls from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { sendNotification } from './notifications.admin.service.ts'
import { userToNotify } from './notifications.policy.ts'

export const notificationAdminRoutes = [
  audited(calls.sendNotification, {
    policy: userToNotify,
    handle: (ctx, user, { body }) => sendNotification(ctx, user, body),
    present: presentNothing,
  }),
]
