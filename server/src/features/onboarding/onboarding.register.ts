import type { Feature } from '#http/feature.ts'
import { onboardingRoutes } from './onboarding.routes.ts'

export const onboarding: Feature = {
  routes: { app: onboardingRoutes },
}
