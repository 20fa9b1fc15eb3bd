import * as calls from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import { audited } from '#http/audit.ts'
import { presentNothing } from '#http/route.ts'
import { audience } from './broadcasts.policy.ts'
import { broadcastNotification } from './broadcasts.service.ts'

export const broadcastAdminRoutes = [
  audited(calls.broadcastNotification, {
    policy: audience,
    handle: (ctx, authorised, { body }) => broadcastNotification(ctx, authorised, body),
    present: presentNothing,
  }),
]
