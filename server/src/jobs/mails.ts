import { defineJob, type Job, type JobKind } from './queue.ts'

/**
 * Eight pauses that double from half a minute: at least two hours, so that a mail outlives an outage of the mail
 * server.
 */
const retry = { limit: 8, delay: 30 }
/**
 * Seconds. The mailer allows a mail server less for each step: its name, the connection, its greeting, and each answer.
 */
const lostAfter = 180

/** Ties a mail that no user waits for, or can ask for again, to the function that sends it. */
export function defineMail<Data, Ctx>(
  kind: JobKind<Data>,
  run: (data: Data, ctx: Ctx) => Promise<void>,
): Job<Ctx> {
  return { ...defineJob(kind, run), retry, lostAfter }
}
