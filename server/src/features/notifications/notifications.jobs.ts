import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { mailNoticesKind } from './mails/mail-notices.kind.ts'
import { mailNotices } from './mails/mail-notices.service.ts'

export const notificationJobs: readonly Job<JobCtx>[] = [defineJob(mailNoticesKind, mailNotices)]
