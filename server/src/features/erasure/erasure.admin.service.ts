import {
  profileChangedHands,
  profileShutOut,
} from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { notify } from '#db/listen.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import { factsOf as caregiverFactsOf } from '#features/caregivers/caregivers.facts.ts'
import { barSuspended } from '#features/safety/standing/bars.service.ts'
import { findStanding } from '#features/safety/standing/standing.db.ts'
import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { factsOf as userFactsOf } from '#features/users/users.facts.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { eraseProfile, eraseUser } from './erasure.service.ts'

const shutOut = new Refusal(409, profileShutOut)
const changedHands = new Refusal(409, profileChangedHands)

/** Erases the whole account, as if its user had deleted it. */
export async function deleteUser(ctx: Ctx, user: Authorised<ListedUserRow>): Promise<Done<null> | Refusal> {
  await barSuspended(ctx, user.id)
  const refused = await eraseUser(ctx, user.id)
  if (refused) return refused
  return { result: null, entry: { kind: 'user', id: user.id, before: userFactsOf(user), after: null } }
}

/**
 * Erases the profile alone; its user may set up another. Refuses while the account is paused or closed, since without
 * the profile nobody could lift that any more. Administrators are locked, so nobody decides meanwhile.
 *
 * @param seen the profile's user as the caller saw it, or `none`
 */
export async function deleteCaregiver(
  ctx: Ctx,
  row: Authorised<CaregiverRow>,
  seen: string | undefined,
): Promise<Done<null> | Refusal> {
  if (seen !== undefined && seen !== (row.user_id ?? 'none')) return changedHands
  if (row.user_id && (await findStanding(ctx.db, row.user_id)).standing !== 'good') return shutOut
  const erased = await eraseProfile(ctx, row.id)
  if (erased instanceof Refusal) return erased
  if (!erased) return notFound
  if (row.user_id) await notify(ctx.db, { kind: 'changed', user: row.user_id })
  return {
    result: null,
    entry: { kind: 'caregiver', id: row.id, before: caregiverFactsOf(row), after: null },
  }
}
