import { lockAdministrators } from '#db/locks.ts'
import { isStillClosed, listClosedUsers } from './closed.db.ts'
import { eraseUser, type SweepingCtx } from './erasure.service.ts'

/** Nightly: erases accounts that were closed 30 days ago, as if their users had deleted them. Returns their number. */
export async function eraseClosedAccounts(ctx: SweepingCtx): Promise<number> {
  const now = new Date(ctx.clock.now())
  const errors: unknown[] = []
  let erased = 0
  for (const id of await listClosedUsers(ctx.db, now)) {
    try {
      erased += (await eraseClosed(ctx, id, now)) ? 1 : 0
    } catch (error) {
      // A failure doesn't stop the others; the job is tried again.
      ctx.log.error({ err: error, user: id }, 'a closed account was not erased')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all closed accounts were erased')
  return erased
}

/** False if the account was given back meanwhile. */
function eraseClosed({ db, queue, clock }: SweepingCtx, id: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Decisions lock administrators, too: the account is given back before this, or gone after it.
    await lockAdministrators(transaction)
    if (!(await isStillClosed(transaction, id, now))) return false
    return (await eraseUser({ db: transaction, queue, clock }, id)) === null
  })
}
