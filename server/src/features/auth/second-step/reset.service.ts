import { v7 as newId } from 'uuid'
import { notifyOfSecurity, type SecurityCtx } from '#features/users/security-facts.ts'
import type { ListedUserRow } from '#features/users/users.admin.db.ts'
import { findUser, findUserByEmail, lockUser } from '#features/users/users.db.ts'
import { insertAuditEntry, operator } from '#http/audit.db.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx, Ports } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { dropMailTokens } from '../links/links.db.ts'
import { deletePasskeys } from '../passkeys/passkeys.db.ts'
import { endSessionsOf } from '../sessions.service.ts'
import { deleteRecoveryCodes, deleteTotp, updateSecondStep } from './second-step.db.ts'
import { adminsNeedStep } from './ways.service.ts'

type ResetCtx = SecurityCtx & { ports: Pick<Ports, 'endCalendarFeed'> }

/** For a user who lost every way and is no administrator. */
export async function resetSecondStep(
  ctx: Ctx,
  { id }: Authorised<ListedUserRow>,
): Promise<Done<void> | Refusal> {
  const wasOn = await endWays(ctx, id, { alsoOfAdmins: false })
  if (wasOn instanceof Refusal) return wasOn
  return {
    result: undefined,
    entry: { kind: 'user', id, before: { secondStep: wasOn }, after: { secondStep: false } },
  }
}

/** For the operator; resets administrators, too. False if nobody is registered with the address. */
export async function resetSecondStepOf(ctx: ResetCtx, email: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const user = await findUserByEmail(db, email)
    if (!user) return false
    const wasOn = await endWays({ ...ctx, db }, user.id, { alsoOfAdmins: true })
    await insertAuditEntry(db, {
      id: newId(),
      actorId: operator,
      action: 'auth.resetSecondStep',
      subjectKind: 'user',
      subjectId: user.id,
      changes: wasOn === true ? { secondStep: { before: true, after: false } } : {},
    })
    return true
  })
}

/** Ends ways, codes, sessions and the calendar link. Returns true if the second step was on. */
async function endWays(
  ctx: ResetCtx,
  userId: string,
  { alsoOfAdmins }: { alsoOfAdmins: boolean },
): Promise<boolean | Refusal> {
  const { db } = ctx
  await lockUser(db, userId)
  const user = await findUser(db, userId)
  if (user?.is_admin && !alsoOfAdmins) return adminsNeedStep
  await endSessionsOf(db, userId, null)
  await dropMailTokens(db, userId, ['reset', 'confirm-email'])
  await ctx.ports.endCalendarFeed(ctx, userId)
  await deletePasskeys(db, userId)
  await deleteTotp(db, userId)
  await deleteRecoveryCodes(db, userId)
  const wasOn = await updateSecondStep(db, userId, false)
  await notifyOfSecurity(ctx, userId, 'secondStepOff')
  return wasOn
}
