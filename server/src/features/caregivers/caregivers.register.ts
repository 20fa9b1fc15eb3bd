import type { Feature } from '#http/feature.ts'
import { caregiverAdminRoutes } from './caregivers.admin-routes.ts'
import { caregiverRoutes } from './caregivers.routes.ts'
import { phoneProofRoutes } from './phone-proof/phone-proof.routes.ts'

export const caregivers: Feature = {
  routes: { app: [...caregiverRoutes, ...phoneProofRoutes], admin: caregiverAdminRoutes },
}
