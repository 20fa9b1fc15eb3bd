import type { Feature } from '#http/feature.ts'
import { defineMail } from '#jobs/mails.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import { changeRoutes } from './changes/changes.routes.ts'
import { inboxRoutes } from './inbox/inbox.admin-routes.ts'
import { muteRoutes } from './mutes/mutes.routes.ts'
import { addReportMetrics } from './reports/metrics.ts'
import { reportJobs } from './reports/reports.jobs.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { safetyRoutes } from './safety.routes.ts'
import { mailDecision, mailDecisionKind } from './standing/notify.service.ts'
import { standingRoutes } from './standing/standing.routes.ts'

export const safety: Feature = {
  routes: {
    app: [
      ...safetyRoutes,
      ...blockRoutes,
      ...muteRoutes,
      ...reportRoutes,
      ...changeRoutes,
      ...standingRoutes,
    ],
    admin: inboxRoutes,
  },
  jobs: [...reportJobs, defineMail(mailDecisionKind, mailDecision)],
  async addPlainRoutes(app, parts) {
    addReportMetrics(app, parts)
  },
}
