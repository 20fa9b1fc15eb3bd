import type { Feature } from '#http/feature.ts'
import { childAdminRoutes } from './children.admin-routes.ts'
import { childRoutes } from './children.routes.ts'

export const children: Feature = {
  routes: { app: childRoutes, admin: childAdminRoutes },
}
