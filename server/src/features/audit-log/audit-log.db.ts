import type { AuditColumn } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { userText } from '#features/visibility/searched.ts'
import { isOfOwnSide, type Viewer } from '#features/visibility/sides.db.ts'
import {
  foreignColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'

export interface AuditRow {
  id: string
  created_at: Date
  actor_id: string
  /** null once the account is erased */
  email: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  changes: Record<string, { before: Fact; after: Fact }>
}

type Fact = string | number | boolean | null

const list: List<AuditColumn> = {
  id: sql`audit_log.id`,
  text: sql`(audit_log.action || chr(10) || audit_log.subject_kind || ' ' || coalesce(audit_log.subject_id::text, ''))`,
  table: sql`audit_log`,
  usualSort: '-createdAt',
  columns: {
    createdAt: momentColumn(sql`audit_log.created_at`),
    actor: foreignColumn(sql`app_user.email`, sql`audit_log.actor_id`, sql`app_user`, {
      order: sql`coalesce(lower(app_user.email), '')`,
      text: userText,
      isUnique: true,
    }),
    action: textColumn(sql`audit_log.action`, sql`audit_log.action`),
    subject: textColumn(
      sql`(audit_log.subject_kind || ' ' || coalesce(audit_log.subject_id::text, ''))`,
      sql`(audit_log.subject_kind || ' ' || coalesce(audit_log.subject_id::text, ''))`,
    ),
  },
}

const ofReports = sql<boolean>`audit_log.action in ('reports.get', 'reports.look', 'reports.decide')`

/**
 * Returns the subjects of entries about reports that the inbox hides from the viewer. They are few, so lists can be
 * read by an index.
 */
export async function listHidden(db: Db, viewer: Viewer): Promise<string[]> {
  // An entry about a decision names its subject, for when the decision is no longer kept.
  const about = sql`coalesce(changes -> 'caregiver' ->> 'after', changes -> 'group' ->> 'after')::uuid`
  const { rows } = await sql<{ subject_id: string }>`
    select distinct subject_id
    from (select distinct subject_id, ${about} as about from audit_log where ${ofReports}) named
    where ${isOfOwnSide(viewer, sql.ref('named.subject_id'))}
      or ${isOfOwnSide(viewer, sql.ref('named.about'))}`.execute(db)
  return rows.map(({ subject_id }) => subject_id)
}

function entries(db: Db, hidden: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .leftJoin('app_user', 'app_user.id', 'audit_log.actor_id')
    .where(sql<boolean>`not (${ofReports} and audit_log.subject_id = any(${[...hidden]}::uuid[]))`)
    .selectAll('audit_log')
    .select('app_user.email')
    .$castTo<AuditRow>()
}

export function listAuditLog(db: Db, hidden: readonly string[], ask: ListQuery<AuditColumn>) {
  return readPage(db, entries(db, hidden), list, ask)
}

export function listAuditValues(db: Db, hidden: readonly string[], ask: ValuesQuery<AuditColumn>) {
  return readValues(db, entries(db, hidden), list, ask)
}
