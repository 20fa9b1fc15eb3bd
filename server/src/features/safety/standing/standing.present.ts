import type { getStanding } from '@tagalong/contract/features/safety/standing.contract.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'
import type { Ctx } from '#http/context.ts'
import { isAppealable } from './appeals.ts'
import type { OwnDecisionRow, StandingRow } from './standing.db.ts'

type Standing = DataOf<typeof getStanding>

const nothing: Standing = {
  standing: 'good',
  kind: null,
  until: null,
  words: '',
  decidedAt: null,
  appeal: 'over',
}

/** A pause that is over no longer counts. A warning stays until the next decision, and lifts no pause. */
export function presentStanding(
  {
    standing: { standing, until },
    decision,
  }: { standing: StandingRow; decision: OwnDecisionRow | undefined },
  { clock }: Ctx,
): Standing {
  const shown = { standing, until: until?.toISOString() ?? null }
  if (!decision || decision.kind === 'none') return { ...nothing, ...shown }
  if (decision.kind !== 'warn' && standing === 'good') return nothing
  return {
    ...shown,
    kind: decision.kind,
    words: decision.words ?? '',
    decidedAt: decision.created_at.toISOString(),
    appeal: appealOf(decision, clock.now()),
  }
}

function appealOf(decision: OwnDecisionRow, now: number): Standing['appeal'] {
  if (decision.appealed_at !== null) return 'asked'
  return isAppealable(decision, now) ? 'possible' : 'over'
}
