import type { Feature } from '#http/feature.ts'
import { authJobs } from './auth.jobs.ts'
import { accountRoutes, authRoutes } from './auth.routes.ts'
import { numberRoutes } from './numbers.admin-routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { userSavingRoutes } from './users.admin-routes.ts'

export const auth: Feature = {
  routes: {
    auth: [...authRoutes, ...passkeyRoutes],
    app: accountRoutes,
    admin: [...userSavingRoutes, ...numberRoutes],
  },
  jobs: authJobs,
}
