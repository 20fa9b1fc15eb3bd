import type { Feature } from '#http/feature.ts'
import { pushJobs } from './push.jobs.ts'
import { publicPushRoutes, pushRoutes } from './push.routes.ts'

export const push: Feature = {
  routes: { public: publicPushRoutes, app: pushRoutes },
  jobs: pushJobs,
}
