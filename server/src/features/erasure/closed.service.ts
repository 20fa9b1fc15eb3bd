import { lockAdministrators } from '#db/locks.ts'
import type { Ctx, JobCtx } from '#http/context.ts'
import { isStillClosed, listClosedUsers } from './closed.db.ts'
import { eraseUser } from './erasure.service.ts'

type ClosedCtx = Pick<JobCtx, 'db' | 'queue' | 'clock'>

/** Nightly: whose account was closed 30 days ago, as if they had deleted it. Answers how many there were. */
export async function eraseClosedAccounts({ db, queue, clock }: ClosedCtx): Promise<number> {
  const now = new Date(clock.now())
  let erased = 0
  for (const id of await listClosedUsers(db, now)) {
    const isErased = await db.transaction().execute(async (transaction) => {
      // Whoever decides anew has locked them, too: the account is given back before this, or gone after it.
      await lockAdministrators(transaction)
      if (!(await isStillClosed(transaction, id, now))) return false
      // Erasing asks for no more of its context.
      const ctx = { db: transaction, queue, clock } as unknown as Ctx
      return (await eraseUser(ctx, id)) === null
    })
    erased += isErased ? 1 : 0
  }
  return erased
}
