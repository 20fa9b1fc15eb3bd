import { auditColumns } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { caregiverColumns } from '@tagalong/contract/features/caregivers/caregivers.admin.contract.ts'
import { crashReportColumns } from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { groupColumns, podColumns } from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import { membershipColumns } from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { userColumns } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { type ListQuery, maxTotal, type ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { listAuditLog, listAuditValues } from '#features/audit-log/audit-log.db.ts'
import { listCaregivers, listCaregiverValues } from '#features/caregivers/caregivers.admin.db.ts'
import { listCrashReports, listCrashReportValues } from '#features/crash-reports/crash-reports.admin.db.ts'
import { listAllPods, listGroups, listGroupValues, listPodValues } from '#features/groups/groups.admin.db.ts'
import {
  listAllMemberships,
  listMembershipValues,
} from '#features/groups/memberships/memberships.admin.db.ts'
import { listUsers, listUserValues } from '#features/users/users.admin.db.ts'
import type { RowPage } from '#http/lists/lists.db.ts'
import { Refusal } from '#http/refusal.ts'
import { resetDatabase, testDatabase } from './database.ts'
import { fillTables } from './filling.ts'
import { queriesOf } from './plans.ts'
import { report } from './stress.ts'

const rows = 35_000
const groups = 3_500
/** A day whose number isn't part of this year or the next ones. */
const fewDays = new Date().getUTCFullYear() < 2031 ? '31' : '29'

interface AnyList {
  name: string
  columns: readonly string[]
  /** Columns that no index orders, since they are in another table and may be missing. All rows are sorted for them. */
  sorted: readonly string[]
  /** Number of rows. */
  size: number
  list(db: Db, ask: ListQuery<never>): Promise<RowPage<{ id: string }> | Refusal>
  values?(db: Db, ask: ValuesQuery<never>): Promise<RowPage<string | null> | Refusal>
}

const lists: AnyList[] = [
  {
    name: 'users',
    columns: userColumns,
    sorted: ['hasProfile'],
    size: rows,
    list: listUsers,
    values: listUserValues,
  },
  {
    name: 'caregivers',
    columns: caregiverColumns,
    sorted: ['hasUser'],
    size: rows,
    list: listCaregivers,
    values: listCaregiverValues,
  },
  {
    name: 'groups',
    columns: groupColumns,
    sorted: [],
    size: groups,
    list: listGroups,
    values: listGroupValues,
  },
  { name: 'pods', columns: podColumns, sorted: [], size: rows, list: listAllPods, values: listPodValues },
  {
    name: 'memberships',
    columns: membershipColumns,
    sorted: [],
    size: rows,
    list: listAllMemberships,
    values: listMembershipValues,
  },
  {
    name: 'crash reports',
    columns: crashReportColumns,
    sorted: ['user'],
    size: rows,
    list: listCrashReports,
    values: listCrashReportValues,
  },
  {
    name: 'the audit log',
    columns: auditColumns,
    sorted: ['actor'],
    size: rows,
    list: (db, ask) => listAuditLog(db, [], ask),
    values: (db, ask) => listAuditValues(db, [], ask),
  },
]

beforeAll(async () => {
  await resetDatabase()
  // Ids that no number looks like.
  const at = (kind: string, n: string) =>
    `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const every = `generate_series(1, ${rows}) n`
  const moment = `timestamptz '2026-01-01' + n * interval '7 minutes'`
  await fillTables([
    `insert into app_user (id, email, password_hash, is_admin, query_params, created_at, last_login_at)
      select ${at('1', 'n')}, 'person' || n || '@example.org', 'x', n % 1000 = 0,
        case when n % 3 = 0 then '[{"name": "utm_source", "value": "school"}]' else '[]' end::jsonb, ${moment},
        case when n % 5 > 0 then ${moment} end from ${every}`,
    `insert into caregiver (id, user_id, name, last_name, phone_number, zip_code, time_zone, created_at)
      select ${at('2', 'n')}, case when n % 10 > 0 then ${at('1', 'n')} end, 'Parent ' || n % 700, 'Example ' || n,
        '+1' || n, (90000 + n % 900)::text, 'UTC', ${moment} from ${every}`,
    `insert into caregiver_group (id, name, code, created_at)
      select ${at('3', 'n')}, 'Group ' || n, 'x', ${moment} from generate_series(0, ${groups - 1}) n`,
    `insert into pod (id, group_id, name, created_at)
      select ${at('4', 'n')}, ${at('3', `n % ${groups}`)}, 'Pod ' || n % 300, ${moment} from ${every}`,
    `insert into group_membership (id, group_id, caregiver_id, status, is_group_admin, created_at)
      select ${at('5', 'n')}, ${at('3', `n % ${groups}`)}, ${at('2', 'n')},
        case when n % 50 = 0 then 'pending' else 'approved' end, n % 50 = 1, ${moment} from ${every}`,
    `insert into crash_report (id, user_id, component_name, error_name, error_message, error_stack,
        user_description, created_at, state)
      select ${at('6', 'n')}, ${at('1', 'n')}, 'Screen ' || n % 40, 'Error ' || n % 9, 'message ' || n, 'at y', '',
        ${moment}, (array['new', 'seen', 'solved'])[n % 3 + 1] from ${every}`,
    `insert into audit_log (id, actor_id, action, subject_kind, subject_id, changes, created_at)
      select ${at('7', 'n')}, ${at('1', '1000')}, 'users.save', 'user', ${at('1', 'n')}, '{}', ${moment}
      from ${every}`,
  ])
}, 120_000)

async function page(list: AnyList, ask: object): Promise<RowPage<{ id: string }>> {
  const { kysely } = await testDatabase()
  return unrefused(await list.list(kysely, ask as never))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function unrefused<Row>(page: RowPage<Row> | Refusal): RowPage<Row> {
  if (page instanceof Refusal) throw new Error(page.error)
  return page
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  Plans?: Plan[]
}

/** Returns the plan's nodes that read a whole table, or need all rows before they return the first. */
function wholeReads(plan: Plan): string[] {
  const type = plan['Node Type']
  const isWhole = /^(?:Seq Scan|Bitmap Heap Scan|Sort|Hash)$/.test(type)
  return [
    ...(isWhole ? [`${type} ${plan['Relation Name'] ?? ''}`] : []),
    ...(plan.Plans ?? []).flatMap(wholeReads),
  ]
}

const sorts = lists.flatMap((list) =>
  list.columns.flatMap((column) => [
    [list.name, column, list] as const,
    [list.name, `-${column}`, list] as const,
  ]),
)

describe('admin lists of 35,000 rows', () => {
  test.each(sorts)(
    '%s by %s: a page is read through an index',
    { tags: ['API-047', 'TABLE-04'] },
    async (_name, sort, list) => {
      const { pool } = await testDatabase()
      const { nextCursor } = await page(list, { sort })
      for (const cursor of [undefined, nextCursor]) {
        const [query] = await queriesOf(pool, (db) => list.list(db, { sort, cursor } as never))
        const { rows } = await pool.query(`explain (format json) ${query?.sql}`, [
          ...(query?.parameters ?? []),
        ])
        if (list.sorted.includes(sort.replace('-', ''))) continue
        expect(wholeReads(rows[0]['QUERY PLAN'][0].Plan), JSON.stringify(rows[0])).toEqual([])
      }
    },
  )

  test.each(sorts)(
    '%s by %s: the pages repeat no row, and the first one gives the total',
    { tags: ['API-047', 'TABLE-05'] },
    async (_n, sort, list) => {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const { rows, nextCursor, total } = await page(list, { sort, cursor, limit: 1_000 })
        if (!cursor) expect(total).toBe(Math.min(list.size, maxTotal))
        ids.push(...rows.map(({ id }) => id))
        cursor = nextCursor ?? undefined
      } while (cursor && ids.length < 3_000)
      const { rows } = await page(list, { sort, limit: 1_000 })
      expect(ids.slice(0, 1_000)).toEqual(rows.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe(Math.min(3_000, list.size))
    },
  )

  /** Returns the tables that the list's page or its count reads as a whole. */
  async function wholeTables(list: AnyList, ask: object): Promise<string[]> {
    const { pool } = await testDatabase()
    const read: string[] = []
    for (const { sql, parameters } of await queriesOf(pool, (db) => list.list(db, ask as never))) {
      const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
      read.push(...wholeReads(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node.startsWith('Seq Scan')))
    }
    // The groups are few enough to be read as a whole.
    return read.filter((node) => node !== 'Seq Scan caregiver_group')
  }

  // The lists that grow with the families. Nobody can guess how many entries or reports one address has in the others.
  const growing = lists.filter(({ name }) => ['users', 'caregivers', 'memberships'].includes(name))
  test.each(growing)('$name: a search uses an index', { tags: ['API-047'] }, async (list) => {
    expect(await wholeTables(list, { search: 'no such row' })).toEqual([])
  })

  test.each(
    lists.flatMap((list) =>
      ['~', '~q', fewDays, '99', '9876'].map((search) => [list.name, search, list] as const),
    ),
  )('%s: even the short search %s uses an index', { tags: ['API-047'] }, async (_name, search, list) => {
    const read = await wholeTables(list, { search })
    // The planner doesn't know how many match, so hundreds may: then all of their profiles are looked up together.
    const mayBeRead = list.name === 'caregivers' ? '' : 'Seq Scan caregiver'
    expect(read.filter((node) => node !== mayBeRead)).toEqual([])
  })

  test.each([
    { actor: 'person77@example.org' },
    { action: 'groups.save' },
    { subject: 'user 00000001-0000-7000-8000-000000000077' },
    { createdAt: '2026-03-01' },
    { createdAt: '2026-03-01', action: 'users.save' },
    { createdAt: '2026-02-31' },
  ])('the audit log is filtered through an index: %j', { tags: ['API-047'] }, async (filter) => {
    const log = lists.find(({ name }) => name === 'the audit log')
    expect(log && (await wholeTables(log, { filter, timeZone: 'Asia/Tokyo' }))).toEqual([])
  })

  test('a filter on one administrator’s many entries reads only the first page', {
    tags: ['API-047'],
  }, async () => {
    const { pool, kysely } = await testDatabase()
    const ask = { filter: { actor: 'person1000@example.org' } }
    const [query] = await queriesOf(pool, (db) => listAuditLog(db, [], ask))
    const { rows } = await pool.query(`explain (format json) ${query?.sql}`, [...(query?.parameters ?? [])])
    expect(wholeReads(rows[0]['QUERY PLAN'][0].Plan), JSON.stringify(rows[0])).toEqual([])
    expect(await listAuditLog(kysely, [], ask)).toMatchObject({
      total: maxTotal,
    })
  })

  test.each(lists)(
    '$name: a search and a column’s values are found before their statements are ended',
    {
      tags: ['API-047'],
    },
    async (list) => {
      const { kysely } = await testDatabase()
      const searched = await timeOf(() => page(list, { search: 'nothing is called so' }))
      let slowest = 0
      for (const column of list.columns) {
        const ask = async () => list.values && unrefused(await list.values(kysely, { column } as never))
        slowest = Math.max(slowest, await timeOf(ask))
      }
      const figures = `search ${searched.toFixed(0)} ms, values ${slowest.toFixed(0)} ms`
      report(`${list.name}, ${list.size} rows`, figures)
      // Statements are ended after five seconds. How long they take depends on the machine.
      if (process.env.ASSURE !== '1') return
      expect(searched, figures).toBeLessThan(1_000)
      expect(slowest, figures).toBeLessThan(3_000)
    },
  )
})
