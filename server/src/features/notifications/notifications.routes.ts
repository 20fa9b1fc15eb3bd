import {
  listNotifications as listNotificationsCall,
  readNotifications as readNotificationsCall,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentNotification } from './notifications.present.ts'
import { listNotifications, readNotifications } from './notifications.service.ts'

export const notificationRoutes = [
  route(listNotificationsCall, {
    policy: oneself<Actor>,
    handle: async (ctx, actor, { query }) =>
      (await listNotifications(ctx, actor, query.cursor)).map(presentNotification),
  }),
  route(readNotificationsCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor) {
      await readNotifications(ctx, actor)
      return {}
    },
  }),
]
