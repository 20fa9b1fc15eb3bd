import { administrator } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findReportAbout, findSubject, type ReportRow, type SubjectRow } from './inbox.admin.db.ts'

type BySubject = { params: { subject: string } }

/** For administrators who are not a side; for the others nothing was reported. */
export async function readableSubject(
  ctx: Ctx,
  { params }: BySubject,
): Promise<Authorised<SubjectRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findSubject(ctx.db, ctx.actor, params.subject)
  return row ? authorise(row) : notFound
}

/** Loads one of the reports about it; if a picture is asked for, the report must have one. */
export async function reportToLookAt(
  ctx: Ctx,
  { params, body }: BySubject & { body: { what: 'reporter' | 'picture'; id: string } },
): Promise<Authorised<ReportRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const which = { subjectId: params.subject, id: body.id }
  const row = await findReportAbout(ctx.db, ctx.actor, which)
  return row && (body.what === 'reporter' || row.photo_key) ? authorise(row) : notFound
}
