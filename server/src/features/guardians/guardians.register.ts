import type { Feature } from '#http/feature.ts'
import { guardiansJobs } from './guardians.jobs.ts'
import { placeRoutes } from './places/places.routes.ts'

export const guardians: Feature = { routes: { app: placeRoutes }, jobs: guardiansJobs }
