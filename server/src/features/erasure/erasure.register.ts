import type { Feature } from '#http/feature.ts'
import { erasureAdminRoutes } from './erasure.admin-routes.ts'
import { erasureJobs } from './erasure.jobs.ts'
import { erasureRoutes } from './erasure.routes.ts'

export const erasure: Feature = {
  routes: { app: erasureRoutes, admin: erasureAdminRoutes },
  jobs: erasureJobs,
}
