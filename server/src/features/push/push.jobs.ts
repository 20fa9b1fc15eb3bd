import type { JobCtx } from '#http/context.ts'
import { defineJob, type Job } from '#jobs/queue.ts'
import {
  pushHeld,
  pushHeldKind,
  pushNotifications,
  pushNotificationsKind,
  pushToDevice,
  pushToDeviceKind,
} from './deliveries.service.ts'

/** Deliveries at once: a push service that doesn't answer holds up one of them, and the others go on. */
const atOnce = 10
/** Seconds. A push service has ten to answer. */
const lostAfter = 15
/** Twelve pauses that double from one second: more than an hour, for when a push service is down. */
const retry = { limit: 12, delay: 1 }

export const pushJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(pushNotificationsKind, pushNotifications), batch: 50 },
  defineJob(pushHeldKind, pushHeld),
  { ...defineJob(pushToDeviceKind, pushToDevice), atOnce, lostAfter, retry },
]
