import type {
  CrashReportColumn,
  CrashReportState,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { userText } from '#features/visibility/searched.ts'
import {
  foreignColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'

export interface CrashReportRow {
  id: string
  state: CrashReportState
  created_at: Date
  component_name: string
  error_name: string
  error_message: string
  user_description: string
  /** null once the account is erased */
  user: { id: string; email: string } | null
}

export interface WholeCrashReportRow extends CrashReportRow {
  error_stack: string
  user_agent: string | null
}

const list: List<CrashReportColumn> = {
  id: sql`crash_report.id`,
  text: sql`(crash_report.state || chr(10) || crash_report.component_name || chr(10) || crash_report.error_name
    || chr(10) || crash_report.error_message)`,
  table: sql`crash_report`,
  usualSort: '-createdAt',
  columns: {
    createdAt: momentColumn(sql`crash_report.created_at`),
    state: textColumn(sql`crash_report.state`, sql`crash_report.state`),
    componentName: textColumn(sql`crash_report.component_name`),
    errorName: textColumn(sql`crash_report.error_name`),
    errorMessage: textColumn(
      sql`crash_report.error_message`,
      sql`lower(left(crash_report.error_message, 200))`,
    ),
    user: foreignColumn(sql`app_user.email`, sql`crash_report.user_id`, sql`app_user`, {
      order: sql`coalesce(lower(app_user.email), '')`,
      text: userText,
      isUnique: true,
    }),
  },
}

function reports(db: Db) {
  return db
    .selectFrom('crash_report')
    .leftJoin('app_user', 'app_user.id', 'crash_report.user_id')
    .select([
      'crash_report.id',
      'crash_report.state',
      'crash_report.created_at',
      'crash_report.component_name',
      'crash_report.error_name',
      'crash_report.error_message',
      'crash_report.user_description',
      sql`case when app_user.id is not null then
        jsonb_build_object('id', app_user.id, 'email', app_user.email) end`.as('user'),
    ])
    .$castTo<CrashReportRow>()
}

export function listCrashReports(db: Db, ask: ListQuery<CrashReportColumn>) {
  return readPage(db, reports(db), list, ask)
}

export function listCrashReportValues(db: Db, ask: ValuesQuery<CrashReportColumn>) {
  return readValues(db, reports(db), list, ask)
}

export function findCrashReport(db: Db, id: string): Promise<WholeCrashReportRow | undefined> {
  return reports(db)
    .where('crash_report.id', '=', id)
    .select(['crash_report.error_stack', 'crash_report.user_agent'])
    .executeTakeFirst()
}

/** Returns the state before; undefined if the report is gone. */
export async function updateState(
  db: Db,
  id: string,
  state: CrashReportState,
): Promise<CrashReportState | undefined> {
  const before = await db
    .selectFrom('crash_report')
    .where('id', '=', id)
    .select('state')
    .forUpdate()
    .$castTo<{ state: CrashReportState }>()
    .executeTakeFirst()
  if (before) await db.updateTable('crash_report').set({ state }).where('id', '=', id).execute()
  return before?.state
}
