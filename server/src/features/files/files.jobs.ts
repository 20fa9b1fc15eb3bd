import * as z from 'zod/mini'
import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { eraseFilesKind } from './files.service.ts'
import { eraseFiles, sweepFiles } from './sweep.service.ts'

export const fileJobs: readonly Job<JobCtx>[] = [
  defineJob(eraseFilesKind, eraseFiles),
  {
    name: 'sweep-files',
    data: z.object({}),
    cron: '41 3 * * *',
    // Listing and removing files in a bucket takes many calls.
    lostAfter: 3_600,
    run: (_none, ctx) => sweepFiles(ctx),
  },
]
