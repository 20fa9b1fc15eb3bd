import type { Feature } from '#http/feature.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import { inboxRoutes } from './inbox/inbox.admin-routes.ts'
import { muteRoutes } from './mutes/mutes.routes.ts'
import { addReportMetrics } from './reports/metrics.ts'
import { reportJobs } from './reports/reports.jobs.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { safetyRoutes } from './safety.routes.ts'

export const safety: Feature = {
  routes: { app: [...safetyRoutes, ...blockRoutes, ...muteRoutes, ...reportRoutes], admin: inboxRoutes },
  jobs: reportJobs,
  async addPlainRoutes(app, parts) {
    addReportMetrics(app, parts)
  },
}
