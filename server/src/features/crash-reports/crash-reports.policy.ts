import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findCrashReport, type WholeCrashReportRow } from './crash-reports.admin.db.ts'

export async function anyCrashReport(
  ctx: Ctx,
  { params }: { params: { id: string } },
): Promise<Authorised<WholeCrashReportRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findCrashReport(ctx.db, params.id)
  return row ? authorise(row) : notFound
}
