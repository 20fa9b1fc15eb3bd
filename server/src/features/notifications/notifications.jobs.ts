import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { deliver, deliverKind } from './deliver.service.ts'
import { mailNoticesKind } from './mails/mail-notices.kind.ts'
import { mailNotices } from './mails/mail-notices.service.ts'

export const notificationJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(deliverKind, deliver), cron: '* * * * *' },
  defineJob(mailNoticesKind, mailNotices),
]
