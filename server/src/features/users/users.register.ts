import type { Feature } from '#http/feature.ts'
import { userAdminRoutes } from './users.admin-routes.ts'

export const users: Feature = {
  routes: { admin: userAdminRoutes },
}
