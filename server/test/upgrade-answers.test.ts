import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { rootFolder } from '#env.ts'
import { migrateQueue } from '#jobs/queue.ts'
import { createDatabase, dropDatabase, namePrefix } from '#test/postgres.ts'
import { type TestApp, testApp } from './app.ts'
import { addSession } from './world.ts'

/** What the release before stored of four families and answered to them, recorded while it ran. */
interface Families {
  /** Its last migration. */
  migration: string
  rows: Record<string, Record<string, unknown>[]>
  statements: string[]
  calls: {
    /** The user. */
    as: string
    url: string
    status: number
    data?: unknown
    /** What it asked the database for that: the number of each statement, with its values. */
    statements: [number, unknown[]][]
  }[]
}

let families: Families
let database: Database
let name: string
let t: TestApp
/** What the recorded statements find before the upgrade, by call. */
let found: unknown[][]
beforeAll(async () => {
  families = JSON.parse(await readFile(join(rootFolder, 'server/test/release-families.json'), 'utf8'))
  name = `${namePrefix()}_families_${process.env.VITEST_POOL_ID ?? '0'}`
  const url = await createDatabase(inject('postgresUrl'), name)
  await migrate(url, { upTo: families.migration })
  database = await openDatabase(url)
  await fill()
  found = await findAll()
  await migrate(url)
  await migrateQueue(url)
  t = await testApp({}, { database })
}, 60_000)
afterAll(async () => {
  await t.close()
  await database.close()
  await dropDatabase(inject('postgresUrl'), name)
})

async function fill(): Promise<void> {
  const client = await database.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  for (const [table, rows] of Object.entries(families.rows)) {
    await client.query(
      `insert into "${table}" overriding system value select * from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('commit')
  client.release()
}

async function findAll(): Promise<unknown[][]> {
  const all: unknown[][] = []
  for (const { statements } of families.calls) {
    for (const [index, values] of statements) {
      all.push(withoutNews((await database.pool.query(families.statements[index] ?? '', values)).rows))
    }
  }
  return all
}

test('the previous release’s queries for every call of a family find the same as before the upgrade', {
  tags: ['HOME-01'],
}, async () => {
  expect(found.flat().length).toBeGreaterThan(100)
  // Columns may have been added since.
  expect(inOrder(await findAll())).toMatchObject(inOrder(found))
})

test('every call of a family gets the same answer as from the previous release', {
  tags: ['HOME-01'],
}, async () => {
  const people = new Map<string, Awaited<ReturnType<typeof sessionOf>>>()
  for (const { as, url, status, data } of families.calls) {
    const person = people.get(as) ?? (await sessionOf(as))
    people.set(as, person)
    const reply = await t.send('GET', url, { as: person })
    expect([reply.status, url]).toEqual([status, url])
    // Fields may have been added since.
    if (status !== 200) continue
    const answer = Array.isArray(reply.body.data) ? withoutNews(reply.body.data) : reply.body.data
    expect({ url, data: answer }).toMatchObject({ url, data: known(data, as) })
  }
  expect(people.size).toBe(4)
})

/**
 * Sorts what the database lists in no particular order, such as ids. The people of a list may be in any one of its
 * rows.
 */
function inOrder(found: unknown[][]): unknown[][] {
  return JSON.parse(JSON.stringify(found.map(withPeopleApart)), (_, value) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value,
  )
}

function withPeopleApart(rows: unknown[]): unknown[] {
  const people = (rows as { caregivers?: unknown; children?: unknown }[]).find((row) => row.caregivers)
  if (!people) return rows
  const { caregivers, children } = people
  const bare = rows.map((row) => ({ ...(row as object), caregivers: null, children: null }))
  return [...bare, { caregivers, children }]
}

/** Leaves out the one notification of the upgrade itself, about the new notification settings. */
function withoutNews<Row extends object>(rows: Row[]): Row[] {
  return rows.filter((row) => !('url' in row && row.url === '/notification-settings'))
}

/** Leaves out what guests of an event no longer see: that another guest's clock shows another time. */
function known(data: unknown, userId: string): unknown {
  const viewer = families.rows.caregiver?.find(({ user_id }) => user_id === userId)?.id
  return JSON.parse(JSON.stringify(data), (_, value) => {
    if (value?.type !== 'group' || value.owner?._id === viewer) return value
    const { zonesDiffer: _told, ...others } = value
    return others
  })
}

function sessionOf(userId: string) {
  const person = { userId, sessionId: newId(), email: '', accessToken: '', refreshToken: '' }
  return addSession(database, person)
}
