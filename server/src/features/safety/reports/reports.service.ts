import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { v7 as newId } from 'uuid'
import { copyPhoto } from '#features/files/files.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { notifyOfReport } from './notify.service.ts'
import { findOpenReport, insertReport, keepNear, type NewReport } from './reports.db.ts'
import type { Target } from './reports.policy.ts'
import { thingIdOf } from './reports.rules.ts'

const reports = { name: 'report', points: 20, seconds: 86_400, text: refusalTexts.aLotAtOnce }

/** Runs before the transaction, so that callers over the limit hold no database connection. */
export function refuseManyReports({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(reports, actor.caregiverId)
}

interface ReportFields {
  kind: ReportKind
  target: string
  reason: ReportReason
  words?: string | undefined
}

/** Makes a report with a copy of what the reporter sees, or none. The same thing again adds to the open report. */
export async function createReport(
  ctx: CaregiverCtx,
  about: Authorised<Target>,
  fields: ReportFields,
): Promise<{ id: string } | Refusal> {
  const { caregiverId, userId, groupId, evidence } = about
  const { reason, words = '' } = fields
  const reporterId = ctx.actor.caregiverId
  const { kind, targetId } = await thingOf(ctx, about, fields)
  const isKept = await findOpenReport(ctx.db, { reporterId, kind, targetId })
  const photoKey = evidence.photo && !isKept ? await copyPhoto(ctx, evidence.photo) : null
  if (evidence.photo && !isKept && !photoKey) return notFound
  const { isNews, ...report } = await insertReport(ctx.db, {
    id: newId(),
    caregiverId,
    userId,
    groupId,
    reporterId,
    kind,
    targetId,
    reason,
    words,
    evidence,
    photoKey,
    now: new Date(ctx.clock.now()),
  })
  await keepNear(ctx.db, report.id)
  if (isNews) await notifyOfReport(ctx, report)
  return report
}

/**
 * Two caregivers may have written in one playdate: while the words of one are reported, a report of the other's words
 * is one of the person.
 */
async function thingOf(
  { db, actor }: CaregiverCtx,
  { caregiverId, part }: Target,
  { kind, target }: ReportFields,
): Promise<Pick<NewReport, 'kind' | 'targetId'>> {
  const targetId = thingIdOf(target, part)
  const open = await findOpenReport(db, { reporterId: actor.caregiverId, kind, targetId })
  const isOthers = kind === 'playdate' && open && open.caregiver_id !== caregiverId
  return isOthers && caregiverId ? { kind: 'person', targetId: caregiverId } : { kind, targetId }
}
