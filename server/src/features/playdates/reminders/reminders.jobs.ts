import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { remind, remindKind } from './reminders.service.ts'

export const remindersJobs: readonly Job<JobCtx>[] = [{ ...defineJob(remindKind, remind), cron: '* * * * *' }]
