import type { Feature } from '#http/feature.ts'
import { groupAdminRoutes, membershipAdminRoutes } from './groups.admin-routes.ts'
import { groupRoutes } from './groups.routes.ts'

export const groups: Feature = {
  routes: { app: groupRoutes, admin: [...groupAdminRoutes, ...membershipAdminRoutes] },
}
