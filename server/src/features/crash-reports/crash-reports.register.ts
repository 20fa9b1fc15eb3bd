import type { Feature } from '#http/feature.ts'
import { crashReportAdminRoutes } from './crash-reports.admin-routes.ts'
import { crashReportRoutes } from './crash-reports.routes.ts'

export const crashReports: Feature = {
  routes: { app: crashReportRoutes, admin: crashReportAdminRoutes },
}
