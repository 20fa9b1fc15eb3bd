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

/** A push service that doesn't answer holds one of these up, and no other. */
const atOnce = 10
/** Seconds; a push service has ten. */
const lostAfter = 15
/** Twelve pauses that double from a second: an hour at least, while a push service is down. */
const retry = { limit: 12, delay: 1 }

export const pushJobs: readonly Job<JobCtx>[] = [
  { ...defineJob(pushNotificationsKind, pushNotifications), batch: 50 },
  defineJob(pushHeldKind, pushHeld),
  { ...defineJob(pushToDeviceKind, pushToDevice), atOnce, lostAfter, retry },
]
