import type { Feature } from '#http/feature.ts'
import { authJobs } from './auth.jobs.ts'
import { accountRoutes, authRoutes } from './auth.routes.ts'
import { numberRoutes } from './numbers.admin-routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { secondStepAdminRoutes } from './second-step/second-step.admin-routes.ts'
import { secondStepRoutes } from './second-step/second-step.routes.ts'
import { userSavingRoutes } from './users.admin-routes.ts'

export const auth: Feature = {
  routes: {
    auth: [...authRoutes, ...passkeyRoutes, ...secondStepRoutes],
    app: accountRoutes,
    admin: [...userSavingRoutes, ...numberRoutes, ...secondStepAdminRoutes],
  },
  jobs: authJobs,
}
