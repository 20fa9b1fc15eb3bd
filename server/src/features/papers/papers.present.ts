import type { Consent } from '@tagalong/contract/features/papers/papers.contract.ts'
import type { ConsentRow } from './papers.db.ts'

export function presentConsent({ paper, version, at }: ConsentRow): Consent {
  return { paper, version, acceptedAt: at.toISOString() }
}
