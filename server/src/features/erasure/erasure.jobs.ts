import * as z from 'zod/mini'
import { placeOverKind } from '#features/guardians/places/place-over.ts'
import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { sweptRows } from '#jobs/sweep.ts'
import { eraseClosedAccounts } from './closed.service.ts'
import { mailDormant, mailDormantKind, warnDormant } from './dormant.service.ts'
import { endPlace } from './handing-over.service.ts'
import { eraseOverdue } from './overdue.service.ts'

export const erasureJobs: readonly Job<JobCtx>[] = [
  {
    name: 'erase-closed-accounts',
    data: z.object({}),
    cron: '7 3 * * *',
    run: async (_none, ctx) => void (await eraseClosedAccounts(ctx)),
    lostAfter: 900,
  },
  {
    name: 'erase-overdue',
    data: z.object({}),
    cron: '12 3 * * *',
    run: async (_none, ctx) =>
      void (await eraseOverdue(ctx, (kind, count) => sweptRows(ctx.metrics).inc({ kind }, count))),
    lostAfter: 3_600,
  },
  { name: 'warn-dormant', data: z.object({}), cron: '23 15 * * *', run: (_none, ctx) => warnDormant(ctx) },
  defineMail(mailDormantKind, mailDormant),
  defineJob(placeOverKind, (data, ctx) => endPlace(ctx, data)),
]
