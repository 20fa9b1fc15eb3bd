import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { announcePapers, announcePapersKind, mailPapers, mailPapersKind } from './papers.service.ts'

export const papersJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(announcePapersKind, announcePapers), lostAfter: 900, cron: '33 3 * * *' },
  defineMail(mailPapersKind, mailPapers),
]
