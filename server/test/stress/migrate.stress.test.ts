import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate, migrationFiles, migrationNames } from '#db/migrate.ts'
import { rootFolder } from '#env.ts'
import { migrateQueue } from '#jobs/queue.ts'
import { breaksOf, readCatalog } from '#test/catalog.ts'
import { freePort } from '#test/free-port.ts'
import { createDatabase, dropDatabase, namePrefix } from '#test/postgres.ts'
import { killLeftovers, run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'

/** After this one, a release must be able to work with the schema of the next. */
const lastFree = '0010_admin.sql'

const made: string[] = []
let names: string[]
beforeAll(async () => {
  names = await migrationNames()
})
afterEach(killLeftovers)
afterAll(async () => {
  for (const name of made) await dropDatabase(inject('postgresUrl'), name)
})

function emptyDatabase(purpose: string): Promise<string> {
  return newDatabase(purpose, undefined)
}

function migratedDatabase(purpose: string): Promise<string> {
  return newDatabase(purpose, inject('templateDatabase'))
}

function newDatabase(purpose: string, template: string | undefined): Promise<string> {
  const name = `${namePrefix()}_migrate_${purpose}_${process.env.VITEST_POOL_ID ?? '0'}`
  made.push(name)
  return createDatabase(inject('postgresUrl'), name, template)
}

async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Release {
  migration: string
  statements: string[]
}

/** Reads what the release before asked the database. */
async function readRelease(): Promise<Release> {
  return JSON.parse(await readFile(join(rootFolder, 'server/test/release.json'), 'utf8'))
}

describe('migrations', () => {
  test('a migration killed at any moment completes when it is run again', async () => {
    const reference = await migratedDatabase('whole')
    const [whole, queueVersion] = [
      await readCatalog(reference),
      await ask(reference, 'select version from pgboss.version'),
    ]
    const rounds = sampleOrFull(2, 60)
    let took = 1_000
    let cutShort = 0
    // If a machine is slow at the first one and quick at the next, all may be killed too late: then one more is tried.
    for (let round = 0; round < rounds || cutShort === 0; round += 1) {
      const url = await emptyDatabase('killed')
      // The first one shows how long it takes; the others are killed at moments spread over that time.
      const first = run(['server/test/migrate-process.ts'], { DATABASE_URL: url })
      await first.says('migrating')
      const began = performance.now()
      const timer =
        round > 0 && setTimeout(() => first.send('SIGKILL'), (took * ((round - 0.5) % rounds)) / rounds)
      const code = await first.code
      if (timer) clearTimeout(timer)
      if (code === 'SIGKILL') cutShort += 1
      else took = performance.now() - began
      await migrate(url)
      await migrateQueue(url)
      expect(await readCatalog(url)).toEqual(whole)
      expect(await ask(url, 'select version from pgboss.version')).toEqual(queueVersion)
      const done = await ask(url, 'select name from schema_migration order by name')
      expect(done.map(({ name }) => name)).toEqual(names)
    }
    report(
      'a migration killed anywhere',
      `${rounds} rounds, ${cutShort} killed before the end; run again, each complete`,
    )
  }, 300_000)

  test('the app starts and answers on the schema of a later release that only added to it', async () => {
    const url = await migratedDatabase('added')
    await ask(
      url,
      `alter table message add column mood text; alter table child add column hat text default 'none';
      create table hat (id uuid primary key);
      insert into schema_migration (name, hash) values ('9998_from_tomorrow.sql', 'x')`,
    )
    const port = await freePort()
    const app = run(['server/src/main.mjs'], { DATABASE_URL: url, PORT: String(port), WEB_DIST: '/nowhere' })
    await app.says('Tagalong runs at')
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    const password = 'A1!later-release'
    const consent = { tos: true, privacy: true, queryParams: [] }
    const body = { email: 'anna@example.org', password, confirmPassword: password, ...consent }
    const registered = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await registered.json()).toMatchObject({ data: { token: { accessToken: expect.any(String) } } })
    app.send('SIGTERM')
    expect(await app.code).toBe(0)
  }, 120_000)

  test('a database from which a later release removed something is refused in one line and left unchanged', async () => {
    const url = await migratedDatabase('newer')
    await ask(
      url,
      `insert into schema_migration (name, hash, breaking)
        values ('9998_from_tomorrow.sql', 'x', false), ('9999_from_then_on.sql', 'x', true)`,
    )
    const before = await readCatalog(url)
    const app = run(['server/src/main.mjs'], {
      DATABASE_URL: url,
      PORT: String(await freePort()),
      WEB_DIST: '/nowhere',
    })
    expect(await app.code).toBe(1)
    expect(app.errors()).toBe(
      'Tagalong could not go on: The database is newer than this version of the app: it knows 9999_from_then_on.sql.\n',
    )
    expect(await readCatalog(url)).toEqual(before)
  }, 120_000)

  test('the database records which migrations are breaking', async () => {
    const url = await emptyDatabase('remembers')
    // As the release before left it.
    await ask(
      url,
      `create table schema_migration (
        name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    await migrate(url)
    const files = await migrationFiles()
    expect(await ask(url, 'select name, breaking from schema_migration order by name')).toEqual(
      files.map(({ name, breaking }) => ({ name, breaking })),
    )
  })

  test('a migration that is not breaking keeps what the previous release reads and writes', async () => {
    const url = await emptyDatabase('steps')
    await migrate(url, { upTo: lastFree })
    const steps = (await migrationFiles()).filter(({ name }) => name > lastFree)
    let before = await readCatalog(url)
    for (const { name, breaking } of steps) {
      await migrate(url, { upTo: name })
      const now = await readCatalog(url)
      // Programs of the release before have to start on it, unless the file says that they can't.
      if (!breaking) expect(breaksOf(before, now), name).toEqual([])
      before = now
    }
    report(
      'schema of the next release under the one before',
      `${steps.length} migrations: nothing gone, renamed or narrower`,
    )
  })

  test('every statement of the previous release is valid on the newest schema', async () => {
    const { migration, statements } = await readRelease()
    expect(names).toContain(migration)
    expect(statements.length).toBeGreaterThan(100)
    const client = new pg.Client({ connectionString: await migratedDatabase('statements') })
    await client.connect()
    const refused: string[] = []
    for (const statement of statements) {
      await client
        .query(`prepare statement as ${statement}`)
        .then(() => client.query('deallocate statement'))
        .catch((error: Error) => refused.push(`${error.message}: ${statement}`))
    }
    await client.end()
    expect(refused).toEqual([])
    report(
      'statements of the release before on the newest schema',
      `${statements.length} of ${migration}, all understood on ${names.at(-1)}`,
    )
  })

  test.each([
    ['alter table child drop column school', ['child.school is gone']],
    ['alter table child rename column school to academy', ['child.school is gone']],
    [
      'alter table child alter column school type varchar(10)',
      ['child.school was text and is character varying(10)'],
    ],
    ['alter table child add column hat text not null', ['child.hat must be given']],
    ['alter table message alter column sender_id set not null', ['message.sender_id must be given now']],
    [
      'alter table message alter column created_at drop default',
      ['message.created_at has no default any more'],
    ],
    [
      'drop index caregiver_phone_number_key; create unique index on caregiver (phone_number) where phone_proof is not null',
      [expect.stringMatching(/^caregiver refuses more: /)],
    ],
    ['create unique index once on message (text)', [expect.stringMatching(/^message refuses more: /)]],
    [`alter table message add check (text <> 'x')`, [expect.stringMatching(/^message refuses more: /)]],
    [`alter table child add column hat text not null default 'x' check (hat in ('x', 'y'))`, []],
    [
      `alter table child add column hat text not null default 'x' check (hat <> school)`,
      [expect.stringMatching(/^child refuses more: /)],
    ],
    [
      `alter table mail_token drop constraint mail_token_kind_check,
        add check (kind in ('reset', 'confirm-email', 'undo-email', 'not-me', 'more'))`,
      [],
    ],
    [
      `alter table mail_token drop constraint mail_token_kind_check, add check (kind in ('reset', 'confirm-email'))`,
      [expect.stringMatching(/^mail_token refuses more: /)],
    ],
    [
      `alter table message alter column text drop not null, add column is_hat boolean not null default false,
        add check ((text is null) = is_hat)`,
      [],
    ],
    [
      `alter table message alter column text drop not null, add column is_hat boolean not null default false,
        add check ((text = '') = is_hat)`,
      [expect.stringMatching(/^message refuses more: /)],
    ],
    ['alter table child add column hat text; create table hat (id uuid primary key)', []],
    ['alter table child add column hat text; create unique index on child (hat)', []],
    [
      'alter table child add column hat text; create unique index on child (hat) nulls not distinct',
      [expect.stringMatching(/^child refuses more: /)],
    ],
  ])('%s is correctly judged as breaking or harmless', async (statement, breaks) => {
    const url = await migratedDatabase('sabotage')
    const before = await readCatalog(url)
    await ask(url, statement)
    expect(breaksOf(before, await readCatalog(url))).toEqual(breaks)
  })
})
