import type { Feature } from '#http/feature.ts'
import { papersJobs } from './papers.jobs.ts'
import { papersRoutes } from './papers.routes.ts'

export const papers: Feature = { routes: { auth: papersRoutes }, jobs: papersJobs }
