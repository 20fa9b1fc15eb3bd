import { v7 as newId } from 'uuid'
import { signEvidence } from '#features/files/files.service.ts'
import { insertAuditEntry } from '#http/audit.db.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import {
  findReporter,
  findSubject,
  type Look,
  listDecisionsAbout,
  listReportsAbout,
  markOpened,
  type Opened,
  type ReportRow,
  type SubjectRow,
} from './inbox.admin.db.ts'
import { listSubjects } from './inbox-list.admin.db.ts'

export function listReports(
  { db }: Ctx,
  actor: Authorised<Actor>,
  { tab = 'waiting', cursor }: { tab?: 'waiting' | 'closed' | undefined; cursor?: string | undefined },
) {
  return listSubjects(db, actor, { tab, cursor })
}

/** Writes to the audit log in the same transaction: what can't be logged can't be read. */
export function getReports(ctx: Ctx, subject: Authorised<SubjectRow>): Promise<Opened> {
  return ctx.db.transaction().execute(async (db) => {
    const opened = await readAbout({ ...ctx, db }, subject)
    const ids = opened.reports.map(({ id }) => id)
    await markOpened(db, ids)
    await insertAuditEntry(db, {
      id: newId(),
      actorId: ctx.actor.userId,
      action: 'reports.get',
      subjectKind: subject.kind,
      subjectId: subject.id,
      changes: { reports: { before: null, after: ids.join(' ') } },
    })
    return opened
  })
}

/** Reads the account or group anew after a decision. */
export async function readAgain(ctx: Ctx, { id }: SubjectRow): Promise<Opened> {
  const subject = await findSubject(ctx.db, ctx.actor, id)
  if (!subject) throw new Error('an account or group just decided about is not there')
  return readAbout(ctx, subject)
}

async function readAbout({ db, actor }: Ctx, subject: SubjectRow): Promise<Opened> {
  return {
    subject,
    reports: await listReportsAbout(db, actor, subject.id),
    decisions: await listDecisionsAbout(db, actor, subject.id),
  }
}

export async function lookAtReport(
  ctx: Ctx,
  { id, photo_key }: Authorised<ReportRow>,
  what: 'reporter' | 'picture',
): Promise<Done<Look>> {
  const isPicture = what === 'picture'
  return {
    result: {
      reporter: isPicture ? null : await findReporter(ctx.db, id),
      picture: isPicture && photo_key ? signEvidence(ctx, photo_key) : null,
    },
    entry: { kind: 'report', id, before: null, after: { seen: what } },
  }
}
