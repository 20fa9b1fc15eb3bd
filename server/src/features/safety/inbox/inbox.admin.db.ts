import type { DecisionKind } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny } from '#features/visibility/names.db.ts'
import { type Viewer as Looker, mayReadDecision, mayReadReport } from '#features/visibility/sides.db.ts'
import { isPaused } from '#features/visibility/standing.ts'
import type { Evidence } from '../reports/reports.db.ts'

export type Viewer = Looker<string | null>

/** An account or group about which something is in the inbox. */
export interface NamedSubject {
  id: string
  kind: 'caregiver' | 'group'
  name: string
}

export const subjectKind = sql<
  NamedSubject['kind']
>`case when caregiver_group.id is null then 'caregiver' else 'group' end`

/** Over both tables. Without a profile: the email; of an erased caregiver: the name that the first reporter saw. */
export const subjectName = (id: RawBuilder<unknown>) => sql<string>`coalesce(
  case when caregiver.deleted_at is null then nullif(trim(caregiver.name || ' ' || caregiver.last_name), '') end,
  caregiver_group.name,
  (select app_user.email from app_user where app_user.id = ${id} and caregiver.id is null),
  (select report.evidence ->> 'name' from report where report.subject_caregiver_id = ${id}
    order by report.created_at limit 1),
  caregiver.name)`

export interface SubjectRow extends NamedSubject {
  user_id: string | null
  is_admin: boolean
  standing: 'good' | 'suspended' | 'closed'
  /** Null if the account is good, or until a pause is lifted. */
  standing_until: Date | null
}

/** Finds the account or group if there is a report or a decision about it that the viewer may read. */
export function findSubject(db: Db, viewer: Viewer, id: string): Promise<SubjectRow | undefined> {
  return db
    .selectFrom(sql<{ id: string }>`(select ${id}::uuid as id)`.as('asked'))
    .leftJoin('caregiver', 'caregiver.id', 'asked.id')
    .leftJoin('caregiver_group', 'caregiver_group.id', 'asked.id')
    .leftJoin('app_user', (join) =>
      join.on(
        sql<boolean>`app_user.id = coalesce(caregiver.user_id, case when caregiver.id is null then asked.id end)`,
      ),
    )
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('report')
            .select('report.id')
            .where(isAbout('report', id))
            .where(mayReadReport(viewer)),
        ),
        eb.exists(
          eb
            .selectFrom('decision')
            .select('decision.id')
            .where(isAbout('decision', id))
            .where(mayReadDecision(viewer)),
        ),
      ]),
    )
    .select([
      'asked.id',
      subjectKind.as('kind'),
      subjectName(sql.ref('asked.id')).as('name'),
      'app_user.id as user_id',
      sql<boolean>`coalesce(app_user.is_admin, false)`.as('is_admin'),
      sql<SubjectRow['standing']>`case when ${isPaused} then app_user.standing else 'good' end`.as(
        'standing',
      ),
      sql<Date | null>`case when ${isPaused} then nullif(app_user.standing_until, 'infinity') end`.as(
        'standing_until',
      ),
    ])
    .executeTakeFirst()
}

export const isAbout = (row: 'report' | 'decision', id: string) =>
  sql<boolean>`(${sql.ref(`${row}.subject_caregiver_id`)} = ${id} or ${sql.ref(`${row}.subject_group_id`)} = ${id}
    or ${sql.ref(`${row}.subject_user_id`)} = ${id})`

export interface ReportRow {
  id: string
  kind: ReportKind
  target_id: string
  reason: ReportReason
  words: string
  evidence: Evidence
  photo_key: string | null
  created_at: Date
  closed_at: Date | null
  removed_at: Date | null
  version: number
}

/** Number of reports shown of one account or group; older ones are closed, or wait. */
const shownReports = 100

/** The reports that the viewer may read: open ones first, then newest first. */
export function listReportsAbout(db: Db, viewer: Viewer, subjectId: string): Promise<ReportRow[]> {
  return reportsAbout(db, viewer, subjectId)
    .orderBy(sql`closed_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownReports)
    .execute()
}

export function findReportAbout(
  db: Db,
  viewer: Viewer,
  { subjectId, id }: { subjectId: string; id: string },
): Promise<ReportRow | undefined> {
  return reportsAbout(db, viewer, subjectId).where('report.id', '=', id).executeTakeFirst()
}

export function reportsAbout(db: Db, viewer: Viewer, subjectId: string) {
  return db
    .selectFrom('report')
    .where(isAbout('report', subjectId))
    .where(mayReadReport(viewer))
    .select([
      'report.id',
      'report.kind',
      'report.target_id',
      'report.reason',
      'report.words',
      'report.evidence',
      'report.photo_key',
      'report.created_at',
      'report.closed_at',
      'report.removed_at',
      'report.version',
    ])
    .$castTo<ReportRow>()
}

/** Administrators aren't notified again of reports that were opened. */
export async function markOpened(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('report')
    .set({ opened_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .where('opened_at', 'is', null)
    .execute()
}

export interface DecisionRow {
  id: string
  kind: DecisionKind
  words: string | null
  until: Date | null
  decided_by: { id: string; email: string } | null
  created_at: Date
  appeal: string | null
  appealed_at: Date | null
  is_latest: boolean
}

/** The decisions that the viewer may read, latest first. */
export function listDecisionsAbout(db: Db, viewer: Viewer, subjectId: string): Promise<DecisionRow[]> {
  return db
    .selectFrom('decision')
    .leftJoin('app_user', 'app_user.id', 'decision.decided_by')
    .where(isAbout('decision', subjectId))
    .where(mayReadDecision(viewer))
    .select([
      'decision.id',
      'decision.kind',
      'decision.words',
      'decision.until',
      sql<DecisionRow['decided_by']>`case when app_user.id is not null then
        jsonb_build_object('id', app_user.id, 'email', app_user.email) end`.as('decided_by'),
      'decision.created_at',
      'decision.appeal',
      'decision.appealed_at',
      sql<boolean>`not exists (select from decision later where later.replaces = decision.id)`.as(
        'is_latest',
      ),
    ])
    .orderBy('decision.created_at', 'desc')
    .orderBy('decision.id', 'desc')
    .$castTo<DecisionRow>()
    .execute()
}

/** Null if the reporter's account is gone. */
export async function findReporter(db: Db, reportId: string): Promise<NameRow | null> {
  const row = await db
    .selectFrom('report')
    .leftJoin('caregiver', (join) =>
      join.onRef('caregiver.id', '=', 'report.reporter_id').on('caregiver.deleted_at', 'is', null),
    )
    .where('report.id', '=', reportId)
    .select(nameIfAny('caregiver').as('name'))
    .executeTakeFirst()
  return row?.name ?? null
}

/** Everything that an administrator reads about one account or group. */
export interface Opened {
  subject: SubjectRow
  reports: ReportRow[]
  decisions: DecisionRow[]
}

/** What an administrator looked at. */
export interface Look {
  reporter: NameRow | null
  picture: string | null
}
