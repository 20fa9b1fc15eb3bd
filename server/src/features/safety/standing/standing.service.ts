import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import {
  findOwnDecision,
  findStanding,
  type OwnDecisionRow,
  type StandingRow,
  updateAppeal,
} from './standing.db.ts'
import { appealOver } from './standing.refusals.ts'

export async function getStanding(
  { db }: Ctx,
  { userId }: Authorised<Actor>,
): Promise<{ standing: StandingRow; decision: OwnDecisionRow | undefined }> {
  return { standing: await findStanding(db, userId), decision: await findOwnDecision(db, userId) }
}

/** Puts the decision into the inbox again. */
export async function appeal(
  { db, clock }: Ctx,
  decision: Authorised<OwnDecisionRow>,
  words: string,
): Promise<Refusal | null> {
  const isKept = await updateAppeal(db, decision.id, { words, now: new Date(clock.now()) })
  return isKept ? null : appealOver
}
