import type { Db } from '#db/db.ts'
import { lockAdministrators, lockCaregiverForUpdate } from '#db/locks.ts'
import { type ErasedKind, erasedKinds } from '#jobs/over.ts'
import { type ErasureCtx, eraseProfile, eraseUser, type SweepingCtx } from './erasure.service.ts'
import { isOverdue, listOverdue } from './overdue.db.ts'

/** Nightly: erases accounts and profiles whose time is over. Returns the number of each kind. */
export async function eraseOverdue(
  ctx: SweepingCtx,
  erased: (kind: string, count: number) => void = () => undefined,
): Promise<Map<ErasedKind, number>> {
  const counts = new Map<ErasedKind, number>()
  const errors: unknown[] = []
  for (const kind of erasedKinds) {
    for (const id of await listOverdue(ctx.db, kind)) {
      try {
        if (!(await eraseOne(ctx, kind, id))) continue
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        erased(kind, 1)
      } catch (error) {
        // A failure doesn't stop the others; the job is tried again.
        ctx.log.error({ err: error, kind, id }, 'what is overdue was not erased')
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all that is overdue was erased')
  return counts
}

/** False if it was claimed, visited or erased meanwhile. */
function eraseOne({ db, queue, clock }: ErasureCtx, kind: ErasedKind, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const ctx = { db: transaction, queue, clock }
    if (kind === 'unclaimed-profiles') {
      await lockCaregiverForUpdate(transaction, id)
      return (await isOverdue(transaction, kind, id)) && (await eraseProfile(ctx, id)) === true
    }
    await lockAdministrators(transaction)
    return (await isOverdue(transaction, kind, id)) && (await eraseUser(ctx, id)) === null
  })
}

/** Counts what would be erased, by kind. */
export async function countOverdue(db: Db): Promise<Map<ErasedKind, number>> {
  const counts = new Map<ErasedKind, number>()
  for (const kind of erasedKinds) counts.set(kind, (await listOverdue(db, kind)).length)
  return counts
}
