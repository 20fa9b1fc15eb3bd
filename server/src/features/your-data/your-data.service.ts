import { Readable } from 'node:stream'
import { m } from '@tagalong/contract/messages.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { findUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal, unauthorised } from '#http/refusal.ts'
import { filesOf } from './files-of.ts'
import { freePlace, takePlace } from './your-data.db.ts'
import type { Owner } from './your-data.policy.ts'
import { zipOf } from './zip.ts'

const downloads = { name: 'my-data', points: 3, seconds: 86_400 }
const packedAlready = new Refusal(409, m.your_data_packed_already)
/** Milliseconds. A download ends before its place is free for another. */
const longest = 9 * 60_000

/** Streams one zip, read page by page as fast as the client takes it. Nothing of it is kept. */
export async function downloadMyData(ctx: Ctx, owner: Authorised<Owner>): Promise<Readable | Refusal> {
  const { userId } = ctx.actor
  const user = await findUser(ctx.db, userId)
  if (!user) return unauthorised
  const tooOften = await ctx.limits.use(downloads, userId)
  if (tooOften) return tooOften
  const until = await beginDownload(ctx, userId)
  if (!until) {
    await ctx.limits.restore(downloads, userId)
    return packedAlready
  }
  const free = () => freePlace(ctx.db, userId, until)
  const zip = packed(ctx, { owner, user }, free)
  return Readable.from(zip, { objectMode: false, signal: AbortSignal.timeout(longest) })
}

/**
 * Null if another download is running. The user is notified as soon as one begins: even a download that is cut off was
 * sent in part.
 */
function beginDownload(ctx: Ctx, userId: string): Promise<Date | null> {
  return ctx.db.transaction().execute(async (db) => {
    const until = await takePlace(db, userId)
    if (until) await notifyOfSecurity({ ...ctx, db }, userId, 'downloaded')
    return until
  })
}

/** Calls `done` before the end is sent, or as soon as the stream is cut off. */
async function* packed(
  ctx: Ctx,
  whose: Parameters<typeof filesOf>[1],
  done: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* zipOf(await filesOf(ctx, whose), new Date(ctx.clock.now()))
  } finally {
    await done()
  }
}
