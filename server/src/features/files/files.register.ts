import type { Feature } from '#http/feature.ts'
import { addFileBytes } from './file-bytes.ts'
import { fileJobs } from './files.jobs.ts'
import { fileRoutes } from './files.routes.ts'

export const files: Feature = {
  routes: { s3: fileRoutes },
  jobs: fileJobs,
  addPlainRoutes: addFileBytes,
}
