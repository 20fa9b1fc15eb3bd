import type { DecisionKind } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayReadDecision, mayReadReport } from '#features/visibility/sides.db.ts'
import { isPaused } from '#features/visibility/standing.ts'
import { isAbout, type ReportRow, reportsAbout, type SubjectRow, type Viewer } from './inbox.admin.db.ts'

export interface LatestRow {
  id: string
  kind: DecisionKind
  decided_by: string | null
  /** Whether an appeal was made; no later decision has answered it. */
  has_appeal: boolean
  /** Whether the viewer may read it. */
  is_readable: boolean
}

/** Locks the decision that counts: until the transaction ends nobody replaces it, or appeals against it. */
export function lockLatestDecision(
  db: Db,
  viewer: Viewer,
  subjectId: string,
): Promise<LatestRow | undefined> {
  return db
    .selectFrom('decision')
    .where(isAbout('decision', subjectId))
    .where(sql<boolean>`not exists (select from decision later where later.replaces = decision.id)`)
    .select(['id', 'kind', 'decided_by', sql<boolean>`appealed_at is not null`.as('has_appeal')])
    .select(mayReadDecision(viewer).as('is_readable'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .$castTo<LatestRow>()
    .executeTakeFirst()
}

/** Whether another administrator, whose account is good, may read that decision. */
export async function hasOtherReader(db: Db, decisionId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('app_user')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .where('app_user.is_admin', '=', true)
    .where('app_user.id', '<>', userId)
    .where(sql<boolean>`not ${isPaused}`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('decision')
          .select('decision.id')
          .where('decision.id', '=', decisionId)
          .where(mayReadDecision({ userId: eb.ref('app_user.id'), caregiverId: eb.ref('caregiver.id') })),
      ),
    )
    .select('app_user.id')
    .executeTakeFirst()
  return other !== undefined
}

export interface NewDecision {
  id: string
  kind: DecisionKind
  words: string | null
  /** The end of a pause, null until it is lifted; or when a closed account is erased. */
  until: Date | null
  decidedBy: string
  replaces: string | null
}

/** @throws if another decision replaces the same one: `decision_replaces_key` */
export async function insertDecision(
  db: Db,
  { id, kind, user_id }: Pick<SubjectRow, 'id' | 'kind' | 'user_id'>,
  row: NewDecision,
): Promise<void> {
  await db
    .insertInto('decision')
    .values({
      id: row.id,
      subject_caregiver_id: kind === 'caregiver' && id !== user_id ? id : null,
      subject_group_id: kind === 'group' ? id : null,
      subject_user_id: id === user_id ? id : null,
      kind: row.kind,
      words: row.words,
      until: row.until,
      decided_by: row.decidedBy,
      replaces: row.replaces,
    })
    .execute()
}

/** Closes those of the reports that are open and that the viewer may read; returns them with their reporters. */
export function closeReports(
  db: Db,
  viewer: Viewer,
  { subjectId, ids, decisionId }: { subjectId: string; ids: readonly string[]; decisionId: string },
): Promise<{ id: string; reporter_id: string | null; version: number }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .updateTable('report')
    .set({
      closed_at: sql<Date>`now()`,
      decision_id: decisionId,
      opened_at: sql<Date>`coalesce(opened_at, now())`,
    })
    .where('id', 'in', [...ids])
    .where('closed_at', 'is', null)
    .where(isAbout('report', subjectId))
    .where(mayReadReport(viewer))
    .returning(['id', 'reporter_id', 'version'])
    .execute()
}

/** Those of the reports about that account or group that the viewer may read. */
export function findReportsAbout(
  db: Db,
  viewer: Viewer,
  { subjectId, ids }: { subjectId: string; ids: readonly string[] },
): Promise<ReportRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return reportsAbout(db, viewer, subjectId)
    .where('report.id', 'in', [...ids])
    .execute()
}
