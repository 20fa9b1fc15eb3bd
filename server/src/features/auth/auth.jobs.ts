import { mailSecurity } from '#features/users/security-facts.ts'
import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import {
  mailCode,
  mailConfirmEmail,
  mailEmailChanged,
  mailEmailUndone,
  mailNumberCleared,
  mailReset,
  mailUndoEmail,
  mailWelcome,
} from './links/mail-jobs.ts'
import {
  sendConfirmEmail,
  sendEmailChanged,
  sendEmailUndone,
  sendNumberCleared,
  sendReset,
  sendSecurity,
  sendUndoEmail,
  sendWelcome,
} from './links/mails.service.ts'
import { sendCode } from './second-step/mail-codes.service.ts'

export const authJobs: readonly Job<JobCtx>[] = [
  defineJob(mailReset, sendReset),
  defineJob(mailConfirmEmail, sendConfirmEmail),
  defineMail(mailUndoEmail, sendUndoEmail),
  defineMail(mailEmailChanged, sendEmailChanged),
  defineMail(mailEmailUndone, sendEmailUndone),
  defineMail(mailWelcome, sendWelcome),
  defineJob(mailCode, sendCode),
  defineMail(mailSecurity, sendSecurity),
  defineMail(mailNumberCleared, sendNumberCleared),
]
