import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { type BlockRow, listBlocks } from './blocks/blocks.db.ts'
import { listMutes, type MuteRow } from './mutes/mutes.db.ts'
import { listOwnReports, type OwnReportRow } from './reports/reports.db.ts'

export async function getSafety(
  { db, env }: CaregiverCtx,
  { caregiverId }: Authorised<CaregiverActor>,
): Promise<{ promise: string | null; blocks: BlockRow[]; mutes: MuteRow[]; reports: OwnReportRow[] }> {
  return {
    promise: env.safetyPromise ?? null,
    blocks: await listBlocks(db, caregiverId),
    mutes: await listMutes(db, caregiverId),
    reports: await listOwnReports(db, caregiverId),
  }
}
