import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { Db } from '#db/db.ts'
import { holdCaregiver, holdUser, lockAdministrators, takeCaregiver, takeUser } from '#db/locks.ts'
import type { Actor } from './context.ts'
import { Refusal, unauthorised } from './refusal.ts'

/** What a call locks before all else, besides its caller. */
export type FirstLocks = 'administrators' | 'account'

/**
 * The first statement of every call that changes something: its guard passed a moment ago, and whoever was erased since
 * must find nothing to write to. Null where the caller is still there, and will be until the transaction ends.
 */
export async function holdCaller(
  db: Db,
  actor: Actor,
  locks: FirstLocks | undefined,
): Promise<Refusal | null> {
  if (locks) await lockAdministrators(db)
  const { caregiverId, userId } = actor
  if (!caregiverId) {
    if (locks === 'account') await takeUser(db, userId)
    return (await holdUser(db, userId)) ? null : unauthorised
  }
  const hold = locks === 'account' ? takeCaregiver : holdCaregiver
  if (await hold(db, caregiverId)) return null
  // An administrator may have deleted the profile alone.
  return (await holdUser(db, userId)) ? profileNeeded : unauthorised
}

const profileNeeded = new Refusal(409, refusalTexts.profileNeeded)
