import { sendNotification as sendNotificationCall } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { audited } from '#http/audit.ts'
import { route } from '#http/route.ts'
import { sendNotification } from './notifications.admin.service.ts'
import { userToTell } from './notifications.policy.ts'

export const notificationAdminRoutes = [
  route(
    sendNotificationCall,
    audited(sendNotificationCall, {
      policy: userToTell,
      act: (ctx, user, { body }) => sendNotification(ctx, user, body),
      present: () => ({}),
    }),
  ),
]
