import type { Feature } from '#http/feature.ts'
import { guardiansJobs } from './guardians.jobs.ts'

export const guardians: Feature = { routes: {}, jobs: guardiansJobs }
