import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { isAppealable } from './appeals.ts'
import { lockOwnDecision, type OwnDecisionRow } from './standing.db.ts'
import { appealOver, decisionChanged } from './standing.refusals.ts'

/** Loads the decision that counts now, if it can still be appealed against and is the one that the caller has read. */
export async function ownAppealable(
  { db, actor, clock }: Ctx,
  { body: { decidedAt } }: { body: { decidedAt?: string | undefined } },
): Promise<Authorised<OwnDecisionRow> | Refusal> {
  const row = await lockOwnDecision(db, actor.userId)
  if (!row) return appealOver
  if (decidedAt && Date.parse(decidedAt) !== row.created_at.getTime()) return decisionChanged
  return isAppealable(row, clock.now()) ? authorise(row) : appealOver
}
