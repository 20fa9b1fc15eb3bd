import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { deliver, deliverKind } from './deliver.service.ts'
import { mailNoticesKind, mailNowKind } from './mails/mail-notices.kind.ts'
import { mailNotices } from './mails/mail-notices.service.ts'

/** One mail that the mail server is slow with doesn't hold up the others: at 18:00 a whole zone is due. */
const atOnce = 5

export const notificationJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(deliverKind, deliver), cron: '* * * * *' },
  { ...defineMail(mailNowKind, mailNotices), atOnce },
  { ...defineMail(mailNoticesKind, mailNotices), atOnce },
]
