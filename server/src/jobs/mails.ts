import { defineJob, type Job, type JobKind } from './queue.ts'

/** Eight pauses that double from half a minute: two hours at least, so that a mail outlives a mail server that is down. */
const retry = { limit: 8, delay: 30 }
/** Seconds. A mail server has less: for its name, for the connection, for its greeting, and for each of its answers. */
const lostAfter = 180

/** Ties a mail that nobody waits for, and nobody can ask for again, to what sends it. */
export function defineMail<Data, Ctx>(
  kind: JobKind<Data>,
  run: (data: Data, ctx: Ctx) => Promise<void>,
): Job<Ctx> {
  return { ...defineJob(kind, run), retry, lostAfter }
}
