import { lockAdministrators } from '#db/locks.ts'
import { isStillClosed, listClosedUsers } from './closed.db.ts'
import { type ErasureCtx, eraseUser } from './erasure.service.ts'

/** Nightly: whose account was closed 30 days ago, as if they had deleted it. Answers how many there were. */
export async function eraseClosedAccounts({ db, queue, clock }: ErasureCtx): Promise<number> {
  const now = new Date(clock.now())
  let erased = 0
  for (const id of await listClosedUsers(db, now)) {
    const isErased = await db.transaction().execute(async (transaction) => {
      // Whoever decides anew has locked them, too: the account is given back before this, or gone after it.
      await lockAdministrators(transaction)
      if (!(await isStillClosed(transaction, id, now))) return false
      return (await eraseUser({ db: transaction, queue, clock }, id)) === null
    })
    erased += isErased ? 1 : 0
  }
  return erased
}
