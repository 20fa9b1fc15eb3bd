import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Target } from '../reports/reports.policy.ts'
import { createReport } from '../reports/reports.service.ts'
import type { ChangeRow } from './changes.db.ts'

export async function getPlaceChange(_: CaregiverCtx, change: Authorised<ChangeRow>): Promise<ChangeRow> {
  return change
}

export function reportPlaceChange(
  ctx: CaregiverCtx,
  administrator: Authorised<Target>,
  { words }: { words: string },
): Promise<{ id: string } | Refusal> {
  const target = administrator.caregiverId ?? administrator.userId
  if (target === null) throw new Error('an administrator without an account')
  return createReport(ctx, administrator, { kind: 'person', target, reason: 'other', words })
}
