import {
  listUsers,
  listUserValues,
  type UserColumn,
} from '@tagalong/contract/features/users/users.admin.contract.ts'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addPerson, type Person } from '#test/world.ts'

let t: TestApp
let admin: Person
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  admin = await addPerson(t.database, { isAdmin: true })
  await t.database.pool.query(`update app_user set email = 'admin@example.org', created_at = '2026-01-01'`)
})
afterAll(() => t.close())

/** Adds users with those addresses, each created a day after the one before it. */
async function addUsers(emails: readonly string[]): Promise<void> {
  for (const [day, email] of emails.entries()) {
    await t.database.pool.query(
      `insert into app_user (id, email, password_hash, created_at)
        values ($1, $2, 'x', timestamptz '2026-03-01 05:00Z' + $3 * interval '1 day')`,
      [newId(), email, day],
    )
  }
}

const ask = (query: object) => t.call(listUsers, { query }, { as: admin })
const emails = async (query: object) => (await ask(query)).body.data.map(({ email }) => email)
const values = (query: { column: UserColumn; [more: string]: unknown }) =>
  t.call(listUserValues, { query }, { as: admin })

describe('lists', () => {
  test('a search ignores case and takes pattern characters literally', {
    tags: ['TABLE-01', 'API-143'],
  }, async () => {
    await addUsers([
      'anna@example.org',
      'a.c@example.org',
      'abc@example.org',
      '50%_off@example.org',
      'a\\b@x.org',
    ])
    expect(await emails({ search: 'ANNA' })).toEqual(['anna@example.org'])
    expect(await emails({ search: 'a.c' })).toEqual(['a.c@example.org'])
    expect(await emails({ search: '%_' })).toEqual(['50%_off@example.org'])
    expect(await emails({ search: '\\' })).toEqual(['a\\b@x.org'])
    expect(await emails({ search: '(' })).toEqual([])
    expect(await emails({ search: '(a+)+$' })).toEqual([])
    expect((await ask({ search: '  ' })).body.total).toBe(6)
  })

  test('one or two characters are found anywhere in a text', { tags: ['TABLE-01'] }, async () => {
    const { pool } = t.database
    const words = fc.string({ unit: fc.constantFrom(...'abAB ñÑéß.%_\\@1\n😀'), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(words, words, async (text, other) => {
        const signs = [...`${text}${other}`]
        const searches = signs.flatMap((sign, at) => [sign, sign + (signs[at + 1] ?? '')])
        const { rows } = await pool.query(
          `select search from unnest($1::text[]) as search
            where (short_parts($2) @> short_parts(search)) <> (position(lower(search) in lower($2)) > 0)`,
          [searches, text],
        )
        expect(rows).toEqual([])
      }),
      { seed: 20_261_125 },
    )
  })

  test('a date is found as the screen shows it, in the caller’s time zone', {
    tags: ['TABLE-01'],
  }, async () => {
    await addUsers(['anna@example.org'])
    expect(await emails({ search: '03-01-2026' })).toEqual(['anna@example.org'])
    const timeZone = 'America/Los_Angeles'
    expect(await emails({ search: '02-28-2026', timeZone })).toEqual(['anna@example.org'])
    expect((await values({ column: 'createdAt', timeZone })).body.data).toEqual(['2025-12-31', '2026-02-28'])
    const filter = JSON.stringify({ createdAt: '2026-02-28' })
    expect(await emails({ filter, timeZone })).toEqual(['anna@example.org'])
  })

  test('any part of a date finds the rows of its days, in every time zone and across clock changes', {
    tags: ['TABLE-01'],
  }, async () => {
    const { pool } = t.database
    // Havana's clocks are set back at one, New York's at two.
    const changes = ['2025-11-02T05:00Z', '2026-03-08T05:00Z', '2026-11-01T06:00Z', '2027-01-01T00:00Z']
    const moments = changes.flatMap((change) =>
      [-26, -12, -1, 0, 0.5, 4, 13, 40].map((hours) => new Date(Date.parse(change) + hours * 3_600_000)),
    )
    const users = moments.map((moment, at) => {
      const email = `${'abcd'[at >> 3]}${'stuvwxyz'[at % 8]}@example.org`
      return { email, createdAt: moment, lastLoginAt: moments[at + 9] }
    })
    for (const { email, createdAt, lastLoginAt } of users) {
      await pool.query(
        `insert into app_user (id, email, password_hash, created_at, last_login_at) values ($1, $2, 'x', $3, $4)`,
        [newId(), email, createdAt, lastLoginAt],
      )
    }
    const zones = ['America/Havana', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']
    for (const timeZone of zones) {
      const { format } = new Intl.DateTimeFormat('en-US', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })
      const shown = users.map(({ email, createdAt, lastLoginAt }) => ({
        email,
        dates: [createdAt, lastLoginAt].flatMap((each) => (each ? format(each).replaceAll('/', '-') : [])),
      }))
      const parts = fc
        .tuple(
          fc.constantFrom(...shown.flatMap(({ dates }) => dates)),
          fc.nat(9),
          fc.integer({ min: 1, max: 10 }),
        )
        .map(([date, from, length]) => date.slice(from, from + length))
      for (const search of ['1', '2', '31', '99', '2027', ...fc.sample(parts, { numRuns: 12, seed: 26 })]) {
        const found = await emails({ search, timeZone, sort: 'email' })
        const expected = shown.filter(({ dates }) => dates.some((date) => date.includes(search)))
        expect(
          found.filter((email) => email !== 'admin@example.org'),
          `${search} in ${timeZone}`,
        ).toEqual(expected.map(({ email }) => email))
      }
    }
  })

  test('columns sort in both directions, with empty values first', {
    tags: ['TABLE-04', 'TABLE-05'],
  }, async () => {
    await addUsers(['Zoe@example.org', 'anna@example.org', 'ben@example.org'])
    const up = ['admin@example.org', 'anna@example.org', 'ben@example.org', 'Zoe@example.org']
    expect(await emails({ sort: 'email' })).toEqual(up)
    expect(await emails({ sort: '-email' })).toEqual(up.toReversed())
    expect((await emails({ sort: 'lastLoginAt' })).at(-1)).toBe('admin@example.org')
    expect((await emails({ sort: '-isAdmin' }))[0]).toBe('admin@example.org')
    expect(await emails({})).toEqual([
      'ben@example.org',
      'anna@example.org',
      'Zoe@example.org',
      'admin@example.org',
    ])
  })

  test('a column’s values are listed once each and can be filtered by; null means empty', {
    tags: ['TABLE-06', 'TABLE-07'],
  }, async () => {
    await addUsers(['anna@example.org', 'ben@example.org'])
    const { body } = await values({ column: 'isAdmin' })
    expect([body.data, body.nextCursor]).toEqual([['false', 'true'], null])
    expect((await values({ column: 'queryParams' })).body.data).toEqual([null])
    expect(await emails({ filter: JSON.stringify({ isAdmin: 'true' }) })).toEqual(['admin@example.org'])
    const both = JSON.stringify({ isAdmin: 'false', lastLoginAt: null })
    expect((await ask({ filter: both })).body.total).toBe(2)
    expect(await emails({ filter: both, search: 'ben' })).toEqual(['ben@example.org'])
  })

  test('a column’s values come in pages and can be searched', { tags: ['TABLE-06'] }, async () => {
    await addUsers(['a@example.org', 'b@example.org', 'c@example.org'])
    const first = (await values({ column: 'email', limit: 3 })).body
    expect(first.data).toEqual(['a@example.org', 'admin@example.org', 'b@example.org'])
    const cursor = first.nextCursor
    const second = (await values({ column: 'email', limit: 3, cursor })).body
    expect([second.data, second.nextCursor]).toEqual([['c@example.org'], null])
    // They aren't counted: no screen shows their number, and counting takes as long as finding them.
    expect([first.total, second.total]).toEqual([undefined, undefined])
    expect((await values({ column: 'email', search: 'ADM' })).body.data).toEqual(['admin@example.org'])
  })

  test('pages continue correctly if rows are added or deleted meanwhile; the first gives the total', {
    tags: ['API-047'],
  }, async () => {
    await addUsers(['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'])
    const first = (await ask({ sort: 'email', limit: 2 })).body
    expect([first.data.map(({ email }) => email), first.total]).toEqual([
      ['a@example.org', 'admin@example.org'],
      5,
    ])
    await t.database.pool.query(`delete from app_user where email in ('a@example.org', 'b@example.org')`)
    await addUsers(['aa@example.org', 'bb@example.org'])
    const second = (await ask({ sort: 'email', limit: 2, cursor: first.nextCursor })).body
    expect(second.data.map(({ email }) => email)).toEqual(['bb@example.org', 'c@example.org'])
    const third = (await ask({ sort: 'email', limit: 2, cursor: second.nextCursor })).body
    expect([third.data.map(({ email }) => email), third.nextCursor]).toEqual([['d@example.org'], null])
  })

  const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  test.each([
    ['limit 0', { limit: 0 }],
    ['limit 1001', { limit: 1_001 }],
    ['half a row', { limit: '1.5' }],
    ['an unknown column', { sort: 'passwordHash' }],
    ['a filter on an unknown column', { filter: '{"passwordHash":"x"}' }],
    ['a filter that is no JSON', { filter: '{' }],
    ['a filter that is a list', { filter: '[]' }],
    ['a filter by a number', { filter: '{"email":1}' }],
    ['a filter on a prototype', { filter: '{"__proto__":"x","constructor":"y"}' }],
    ['a search that is too long', { search: 'x'.repeat(201) }],
    ['no time zone', { timeZone: "UTC'; drop table app_user; --" }],
    ['no cursor', { cursor: 'nonsense' }],
    ['a cursor of another order', { cursor: cursor(['email', 'a', newId()]) }],
    ['a cursor of no row', { cursor: cursor(['-createdAt', '2026-01-01T00:00:00.000000Z', 'x']) }],
    ['a cursor of no day', { cursor: cursor(['-createdAt', '2026-02-30T00:00:00.000000Z', newId()]) }],
    ['a cursor of no moment', { cursor: cursor(['-createdAt', 'now', newId()]) }],
    ['a cursor of neither', { sort: 'isAdmin', cursor: cursor(['isAdmin', 'maybe', newId()]) }],
    ['a cursor with a NUL', { sort: 'email', cursor: cursor(['email', '\u0000', newId()]) }],
    ['an unknown field', { page: 2 }],
  ])('%s is refused with a text', { tags: ['API-047'] }, async (_what, query) => {
    const reply = await ask(query)
    expect([reply.status, typeof reply.body.error]).toEqual([400, 'string'])
  })
})
