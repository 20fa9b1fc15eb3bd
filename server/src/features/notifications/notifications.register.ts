import type { Feature } from '#http/feature.ts'
import { notificationAdminRoutes } from './notifications.admin-routes.ts'
import { notificationJobs } from './notifications.jobs.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { addUnsubscribe } from './unsubscribe/unsubscribe-route.ts'

export const notifications: Feature = {
  routes: { app: [...notificationRoutes, ...settingsRoutes], admin: notificationAdminRoutes },
  jobs: notificationJobs,
  addPlainRoutes: addUnsubscribe,
}
