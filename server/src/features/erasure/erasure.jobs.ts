import * as z from 'zod/mini'
import type { JobCtx } from '#http/context.ts'
import type { Job } from '#jobs/queue.ts'
import { eraseClosedAccounts } from './closed.service.ts'

export const erasureJobs: readonly Job<JobCtx>[] = [
  {
    name: 'erase-closed-accounts',
    data: z.object({}),
    cron: '7 3 * * *',
    run: async (_none, ctx) => void (await eraseClosedAccounts(ctx)),
    lostAfter: 900,
  },
]
