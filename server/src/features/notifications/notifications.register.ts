import type { Feature } from '#http/feature.ts'
import { notificationAdminRoutes } from './notifications.admin-routes.ts'
import { notificationRoutes } from './notifications.routes.ts'

export const notifications: Feature = {
  routes: { app: notificationRoutes, admin: notificationAdminRoutes },
}
