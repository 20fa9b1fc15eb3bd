import type { Feature } from '#http/feature.ts'
import { awayRoutes } from './away/away.routes.ts'
import { childAdminRoutes } from './children.admin-routes.ts'
import { childRoutes } from './children.routes.ts'

export const children: Feature = {
  routes: { app: [...childRoutes, ...awayRoutes], admin: childAdminRoutes },
}
