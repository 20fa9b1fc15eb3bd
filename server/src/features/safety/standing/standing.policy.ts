import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { isAppealable } from './appeals.ts'
import { lockOwnDecision, type OwnDecisionRow } from './standing.db.ts'
import { appealOver } from './standing.refusals.ts'

/** The one that counts now, while another look can be asked for. */
export async function ownAppealable({
  db,
  actor,
  clock,
}: Ctx): Promise<Authorised<OwnDecisionRow> | Refusal> {
  const row = await lockOwnDecision(db, actor.userId)
  return row && isAppealable(row, clock.now()) ? authorise(row) : appealOver
}
