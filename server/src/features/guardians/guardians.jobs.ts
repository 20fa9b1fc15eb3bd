import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { mailSafetyKind, sendSafety } from './safety.ts'

export const guardiansJobs: readonly Job<JobCtx>[] = [defineJob(mailSafetyKind, sendSafety)]
