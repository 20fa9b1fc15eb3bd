import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import { sendBroadcast, sendBroadcastKind } from './broadcasts.service.ts'

export const broadcastJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(sendBroadcastKind, sendBroadcast), lostAfter: 900 },
]
