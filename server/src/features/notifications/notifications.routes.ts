import * as calls from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { reader } from './notifications.policy.ts'
import { presentNotification } from './notifications.present.ts'
import { listNotifications, readNotifications } from './notifications.service.ts'

export const notificationRoutes = [
  route(calls.listNotifications, {
    policy: caller<Actor>,
    handle: (ctx, actor, { query }) => listNotifications(ctx, actor, query.cursor),
    present: (rows) => rows.map(presentNotification),
  }),
  route(calls.readNotifications, {
    policy: reader,
    handle: (ctx, actor, { body }) => readNotifications(ctx, actor, body.upTo),
    present: presentNothing,
  }),
]
