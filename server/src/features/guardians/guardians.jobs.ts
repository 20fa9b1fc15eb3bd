import * as z from 'zod/mini'
import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { guardianBeginsKind, notifyOfBeginning } from './invites/beginnings.service.ts'
import { announceEndingHelp } from './places/help.service.ts'
import { mailSafetyKind, sendSafety } from './safety.ts'

export const guardiansJobs: readonly Job<JobCtx>[] = [
  defineMail(mailSafetyKind, sendSafety),
  defineJob(guardianBeginsKind, notifyOfBeginning),
  {
    name: 'announce-ending-help',
    data: z.object({}),
    cron: '37 15 * * *',
    run: (_none, ctx) => announceEndingHelp(ctx),
  },
]
