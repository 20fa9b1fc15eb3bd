import type { Feature } from '#http/feature.ts'
import { caregiverAdminRoutes } from './caregivers.admin-routes.ts'
import { caregiverRoutes } from './caregivers.routes.ts'

export const caregivers: Feature = {
  routes: { app: caregiverRoutes, admin: caregiverAdminRoutes },
}
