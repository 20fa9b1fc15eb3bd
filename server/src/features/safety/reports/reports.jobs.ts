import * as z from 'zod/mini'
import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import type { Job } from '#jobs/queue.ts'
import { mailAdministrator, mailAdministratorKind, notifyAdministrators } from './notify.service.ts'

export const reportJobs: readonly Job<JobCtx>[] = [
  defineMail(mailAdministratorKind, mailAdministrator),
  // More often than once an hour, because time zones begin their hours at different minutes.
  {
    name: 'tell-administrators',
    data: z.object({}),
    cron: '*/5 * * * *',
    run: (_none, ctx) => notifyAdministrators(ctx),
  },
]
