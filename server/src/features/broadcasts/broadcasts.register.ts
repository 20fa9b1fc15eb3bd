import type { Feature } from '#http/feature.ts'
import { broadcastAdminRoutes } from './broadcasts.admin-routes.ts'
import { broadcastJobs } from './broadcasts.jobs.ts'

export const broadcasts: Feature = {
  routes: { admin: broadcastAdminRoutes },
  jobs: broadcastJobs,
}
