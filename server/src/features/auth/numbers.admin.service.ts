import { numberNotProven } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { notify } from '#db/listen.ts'
import { clearProof } from '#features/caregivers/caregivers.admin.db.ts'
import type { CaregiverRow } from '#features/caregivers/caregivers.db.ts'
import { factsOf } from '#features/caregivers/caregivers.facts.ts'
import { phoneHash } from '#features/caregivers/phone-hash.ts'
import { deleteBars } from '#features/users/bars.db.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'

const notProven = new Refusal(409, numberNotProven)

/**
 * Clears a wrong or outdated phone proof, so that the next caregiver to enter the number's code gets it. Nothing else
 * takes a proven number from a caregiver.
 */
export async function clearNumber(
  ctx: Ctx,
  caregiver: Authorised<CaregiverRow>,
): Promise<Done<void> | Refusal> {
  const { id, user_id: userId } = caregiver
  if (!(await clearProof(ctx.db, id))) return notProven
  // If the account is closed, its bar must not cover a number that was never its user's.
  await deleteBars(ctx.db, [{ kind: 'phone', hash: phoneHash(ctx.secrets, caregiver.phone_number) }])
  if (userId) {
    await notifyOfSecurity(ctx, userId, 'numberCleared')
    await notify(ctx.db, { kind: 'changed', user: userId })
  }
  const after = factsOf({ ...caregiver, phone_proof: null })
  return { result: undefined, entry: { kind: 'caregiver', id, before: factsOf(caregiver), after } }
}
