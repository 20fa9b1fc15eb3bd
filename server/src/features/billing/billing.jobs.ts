import * as z from 'zod/mini'
import type { JobCtx } from '#http/context.ts'
import { defineMail } from '#jobs/mails.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { forgetCustomers, forgetCustomersKind } from './billing.service.ts'
import { mailMembership, mailMembershipKind, notifyOfEnds } from './ends.service.ts'
import { answerEvents, answerEventsKind, syncSubscriptions } from './subscription-sync.service.ts'

const none = z.object({})

export const billingJobs: readonly Job<JobCtx>[] = [
  // Also on a schedule: what could not be handled before is handled later.
  { ...defineJob(answerEventsKind, (_none, ctx: JobCtx) => answerEvents(ctx)), cron: '*/5 * * * *' },
  { ...defineJob(forgetCustomersKind, (_none, ctx: JobCtx) => forgetCustomers(ctx)), cron: '11 * * * *' },
  { name: 'read-subscriptions', data: none, cron: '47 3 * * *', run: (_none, ctx) => syncSubscriptions(ctx) },
  defineMail(mailMembershipKind, mailMembership),
  { name: 'tell-of-ends', data: none, cron: '23 14 * * *', run: (_none, ctx) => notifyOfEnds(ctx) },
]
