import type {
  CrashReportColumn,
  CrashReportState,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import {
  listCrashReports as listRows,
  listCrashReportValues as listValueRows,
  updateState,
  type WholeCrashReportRow,
} from './crash-reports.admin.db.ts'

export function listCrashReports(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<CrashReportColumn>) {
  return listRows(ctx.db, ask)
}

export function listCrashReportValues(
  ctx: Ctx,
  _admin: Authorised<Actor>,
  ask: ValuesQuery<CrashReportColumn>,
) {
  return listValueRows(ctx.db, ask)
}

/** Any state may follow any other. */
export async function changeCrashReport(
  ctx: Ctx,
  report: Authorised<WholeCrashReportRow>,
  state: CrashReportState,
): Promise<Done<WholeCrashReportRow> | Refusal> {
  const before = await updateState(ctx.db, report.id, state)
  if (!before) return notFound
  return {
    result: { ...report, state },
    entry: { kind: 'crash report', id: report.id, before: { state: before }, after: { state } },
  }
}
