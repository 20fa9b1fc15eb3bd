import type { ReportKind, ReportReason } from '@tagalong/contract/features/safety/reports.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayReadDecision, mayReadReport, subjectOf } from '#features/visibility/sides.db.ts'
import { type List, momentColumn, type RowPage, readPage, textColumn } from '#http/lists/lists.db.ts'
import type { Refusal } from '#http/refusal.ts'
import { hasUnreadAppeal } from '../reports/notify.db.ts'
import { type NamedSubject, subjectKind, subjectName, type Viewer } from './inbox.admin.db.ts'

export interface InboxRow extends NamedSubject {
  /** Number of different things that were reported, by kind. */
  things: Record<ReportKind, number>
  reports: number
  reason: ReportReason | null
  since: Date
  has_appeal: boolean
}

const list: List<'urgency' | 'since'> = {
  id: sql`listed.id`,
  table: sql`listed`,
  text: sql`''`,
  usualSort: 'urgency',
  columns: {
    urgency: textColumn(sql`listed.urgency`, sql`listed.urgency`),
    since: momentColumn(sql`listed.since`),
  },
}

/** Lists what waits, children in danger first, then what has waited longest; or what is closed, the latest first. */
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

/** Groups the entries by the account or group they are about. Only reports have a kind and count as `reports`. */
const grouped = (entries: RawBuilder<unknown>) => sql<ListedRow>`
  select id,
    jsonb_build_object(
      -- that is whom they are all about
      'person', count(distinct kind) filter (where kind = 'person'),
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
