import type { DecisionKind } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny } from '#features/visibility/names.db.ts'
import {
  type Viewer as Looker,
  mayReadDecision,
  mayReadReport,
  subjectOf,
} from '#features/visibility/sides.db.ts'
import { isPaused } from '#features/visibility/standing.ts'
import { type List, momentColumn, type RowPage, readPage, textColumn } from '#http/lists/lists.db.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Evidence } from '../reports/reports.db.ts'
import { hasUnreadAppeal } from '../reports/tell.db.ts'

export type Viewer = Looker<string | null>

/** An account or group about which something is in the inbox. */
interface NamedSubject {
  id: string
  kind: 'caregiver' | 'group'
  name: string
}

export interface InboxRow extends NamedSubject {
  /** Different ones, by what they are. */
  things: Record<ReportKind, number>
  reports: number
  reason: ReportReason | null
  since: Date
  has_appeal: boolean
}

const list: List<'urgency' | 'since'> = {
  id: sql`listed.id`,
  text: sql`''`,
  usualSort: 'urgency',
  columns: {
    urgency: textColumn(sql`listed.urgency`, sql`listed.urgency`),
    since: momentColumn(sql`listed.since`),
  },
}

/** What waits, children in danger first, then what waits longest; or what is closed, the latest first. */
export function listSubjects(
  db: Db,
  viewer: Viewer,
  { tab, cursor }: { tab: 'waiting' | 'closed'; cursor: string | undefined },
): Promise<RowPage<InboxRow> | Refusal> {
  const isWaiting = tab === 'waiting'
  const query = db
    .selectFrom(sql<ListedRow>`(${isWaiting ? waitingFor(viewer) : closedFor(viewer)})`.as('listed'))
    .leftJoin('caregiver', 'caregiver.id', 'listed.id')
    .leftJoin('caregiver_group', 'caregiver_group.id', 'listed.id')
    .select([
      'listed.id',
      'listed.things',
      'listed.reports',
      'listed.reason',
      'listed.since',
      'listed.has_appeal',
    ])
    .select([subjectKind.as('kind'), subjectName(sql.ref('listed.id')).as('name')])
  return readPage(db, query, list, { cursor, sort: isWaiting ? 'urgency' : '-since' })
}

interface ListedRow extends Omit<InboxRow, 'kind' | 'name'> {
  urgency: string
}

const subjectKind = sql<
  NamedSubject['kind']
>`case when caregiver_group.id is null then 'caregiver' else 'group' end`

/** Over both tables; who has no profile goes by their address, the erased as the first reporter saw them. */
const subjectName = (id: RawBuilder<unknown>) => sql<string>`coalesce(
  case when caregiver.deleted_at is null then nullif(trim(caregiver.name || ' ' || caregiver.last_name), '') end,
  caregiver_group.name,
  (select app_user.email from app_user where app_user.id = ${id} and caregiver.id is null),
  (select report.evidence ->> 'name' from report where report.subject_caregiver_id = ${id}
    order by report.created_at limit 1),
  caregiver.name)`

/** By whom they are about. Reports come with their time, appeals besides. */
const grouped = (entries: RawBuilder<unknown>) => sql<ListedRow>`
  select id,
    jsonb_build_object(
      'person', count(distinct target_id) filter (where kind = 'person'),
      'message', count(distinct target_id) filter (where kind = 'message'),
      'photo', count(distinct target_id) filter (where kind = 'photo'),
      'playdate', count(distinct target_id) filter (where kind = 'playdate'),
      'group', count(distinct target_id) filter (where kind = 'group')) as things,
    count(kind)::int as reports,
    (array_agg(reason order by reason = 'danger' desc, since) filter (where reason is not null))[1] as reason,
    coalesce(max(closed_at), min(since)) as since,
    bool_or(is_appeal) as has_appeal,
    -- 0 comes before 1, and what is equal by its time
    ((case when bool_or(reason = 'danger') then '0 ' else '1 ' end)
      || to_char(min(since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) collate "C" as urgency
  from (${entries}) each group by id`

const waitingFor = (viewer: Viewer) =>
  grouped(sql`
    select ${subjectOf('report')} as id, kind, target_id, reason, created_at as since, closed_at, false as is_appeal
    from report where closed_at is null and ${mayReadReport(viewer)}
    union all
    select ${subjectOf('decision')}, null, null, null, appealed_at, null, true
    from decision where ${hasUnreadAppeal} and ${mayReadDecision(viewer)}`)

const closedFor = (viewer: Viewer) =>
  grouped(sql`
    select ${subjectOf('report')} as id, kind, target_id, reason, created_at as since, closed_at, false as is_appeal
    from report where closed_at is not null and ${mayReadReport(viewer)}`)

export interface SubjectRow extends NamedSubject {
  user_id: string | null
  is_admin: boolean
  standing: 'good' | 'suspended' | 'closed'
  /** null where it is good, or until lifted */
  standing_until: Date | null
}

/** Where there is a report or a decision that the viewer may read. */
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
}

/** So many of one account or group are shown: what is older is closed, or waits. */
const shownReports = 100

/** Open ones first, the newest first, of what the viewer may read. */
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
    ])
    .$castTo<ReportRow>()
}

/** From then on nobody is told of them again. */
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

/** The latest first, of what the viewer may read. */
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

/** null where the account is gone. */
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

/** All that an administrator reads of one account or group. */
export interface Opened {
  subject: SubjectRow
  reports: ReportRow[]
  decisions: DecisionRow[]
}

/** What was looked at. */
export interface Look {
  reporter: NameRow | null
  picture: string | null
}
