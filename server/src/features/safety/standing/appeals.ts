import type { OwnDecisionRow } from './standing.db.ts'

const appealTime = 30 * 86_400_000

/** True once, within 30 days, and only if the decision found something wrong. */
export function isAppealable({ kind, created_at, appealed_at }: OwnDecisionRow, now: number): boolean {
  return kind !== 'none' && appealed_at === null && now < created_at.getTime() + appealTime
}
