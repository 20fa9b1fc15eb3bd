import type { Feature } from '#http/feature.ts'
import { guardianAdminRoutes } from './guardians.admin-routes.ts'
import { guardiansJobs } from './guardians.jobs.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { placeRoutes } from './places/places.routes.ts'

export const guardians: Feature = {
  routes: { app: [...placeRoutes, ...inviteRoutes], admin: guardianAdminRoutes },
  jobs: guardiansJobs,
}
