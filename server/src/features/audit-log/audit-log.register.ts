import type { Feature } from '#http/feature.ts'
import { auditAdminRoutes } from './audit-log.admin-routes.ts'

export const auditLog: Feature = {
  routes: { admin: auditAdminRoutes },
}
