import { broadcastNotification as broadcastNotificationCall } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import { audited } from '#http/audit.ts'
import { route } from '#http/route.ts'
import { audience } from './broadcasts.policy.ts'
import { broadcastNotification } from './broadcasts.service.ts'

export const broadcastAdminRoutes = [
  route(
    broadcastNotificationCall,
    audited(broadcastNotificationCall, {
      policy: audience,
      act: (ctx, judged, { body }) => broadcastNotification(ctx, judged, body),
      present: () => ({}),
    }),
  ),
]
