import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { backUp, tableFile } from '#backup/back-up.ts'
import { restore } from '#backup/restore.ts'
import { runningPostgresUrl } from '#cluster/embedded-postgres.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { listen } from '#db/listen.ts'
import { migrate, migrationNames } from '#db/migrate.ts'
import { loadSecret } from '#db/secrets.ts'
import { insertMessage } from '#features/chat/chat.db.ts'
import { diskFiles } from '#integrations/disk-files.ts'
import type { FileStore } from '#integrations/file-store.ts'
import { defineJob, startQueue } from '#jobs/queue.ts'
import { resetDatabase, testDatabase, testDatabaseUrl } from '#test/database.ts'
import { createDatabase, dropDatabase, namePrefix } from '#test/postgres.ts'
import { killLeftovers, type Place, place, run } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGroup, addMember, addParent, addRequest, connect } from '#test/world.ts'

const isAssured = sampleOrFull(0, 1) === 1
const nothing = () => undefined
/** Texts that a careless format would break. */
const strange = [
  'tab\there',
  'line\nline\r\n.',
  'back\\slash \\N \\.',
  '"quotes" \'single\'',
  '👨‍👩‍👧 ünïcødé',
]
/** Other than the defaults. */
const retry = { limit: 8, delay: 30 }
const later = { name: 'later', data: z.object({ number: z.int() }) }

let database: Database
let url: string
let folder: string
let backup: string
let source: FileStore
let target: FileStore
let emptyUrl: string
const places: Place[] = []
const emptyName = `${namePrefix()}_restored_${process.env.VITEST_POOL_ID ?? '0'}`

beforeAll(async () => {
  database = await testDatabase()
  url = await testDatabaseUrl()
})
beforeEach(async () => {
  await resetDatabase()
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  backup = join(folder, 'backup')
  source = diskFiles(join(folder, 'source'))
  target = diskFiles(join(folder, 'target'))
  emptyUrl = await createDatabase(inject('postgresUrl'), emptyName)
})
afterEach(async () => {
  killLeftovers()
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  await dropDatabase(inject('postgresUrl'), emptyName)
  for (const each of places) await each.remove()
})

/** Adds families, a chat, files, and jobs that wait. */
async function fill(messages: number, files: number): Promise<void> {
  const [anna, ben] = [await addParent(database), await addParent(database)]
  await connect(database, anna, ben)
  const { roomId } = await addRequest(database, anna, ben)
  const group = await addGroup(database, { pods: ['Bees'] })
  await addMember(database, group, anna, { isGroupAdmin: true, pod: group.pods[0] })
  const said = strange.map((text) => ({
    id: crypto.randomUUID(),
    roomId,
    senderId: anna.caregiverId,
    text,
    phrase: null,
  }))
  for (const each of said) await insertMessage(database.kysely, each)
  // On a connection that doesn't limit how long a statement takes.
  await withClient(url, (client) =>
    client.query(
      `insert into message (id, room_id, sender_id, text)
       select gen_random_uuid(), $1, $2, repeat(md5(n::text), 4) from generate_series(1, $3::int) n`,
      [roomId, anna.caregiverId, messages],
    ),
  )
  await database.pool.query(
    `insert into audit_log (id, actor_id, action, subject_kind, changes)
     values (gen_random_uuid(), $1, 'users.save', 'user', '{"name": null}')`,
    [anna.userId],
  )
  for (let file = 0; file < files; file += 1) {
    await source.write(`photos/${randomBytes(16).toString('base64url')}`, randomBytes(20_000))
  }
  // Other test files left schedules here, and one that is due now would add a job.
  await database.pool.query('drop schema if exists pgboss cascade')
  const log = pino({ level: 'silent' })
  await (await startQueue(url, [{ ...defineJob(later, async () => undefined), retry }], { log })).close()
  const idle = await startQueue(url, [], { log })
  for (const number of [1, 2, 3]) await idle.enqueue(database.kysely, later, { number })
  await idle.close()
}

/** Returns each table's contents, whatever their order, as a hash. */
async function contentsOf(address: string): Promise<Record<string, string>> {
  return withClient(address, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '-') as text
           from "${name}" t`,
      )
      contents[name] = rows[0]?.text ?? ''
    }
    return contents
  })
}

/** Returns what connections to that database wait for. */
function waitsIn(address: string): Promise<string[]> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ wait_event: string }>(
      `select wait_event from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' order by 1`,
    )
    return rows.map(({ wait_event }) => wait_event)
  })
}

function jobsIn(address: string): Promise<unknown[]> {
  return withClient(address, async (client) => {
    const { rows } = await client.query(
      `select id, data, retry_limit, retry_delay, retry_backoff from pgboss.job
       where name = 'later' and state = 'created' order by data->>'number'`,
    )
    return rows
  })
}

async function filesIn(store: FileStore): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { name } of store.list()) {
    const found = await store.read(name)
    if (found)
      hashes[name] = createHash('sha256')
        .update(await buffer(found.content))
        .digest('hex')
  }
  return hashes
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const backedUp = () => backUp({ url, files: source, where: 'disk' }, backup)
const restored = () => restore({ url: emptyUrl, files: target }, backup)

describe('a backup', () => {
  test('restores every table, every file and every waiting job into an empty database', async () => {
    const [messages, files] = [sampleOrFull(200, 200_000), sampleOrFull(5, 1_000)]
    await fill(messages, files)
    const before = await contentsOf(url)
    const began = performance.now()
    await backedUp()
    const between = performance.now()
    const { missing } = await restored()
    const seconds = [between - began, performance.now() - between].map((ms) => (ms / 1_000).toFixed(1))
    expect(missing).toEqual([])
    expect(await contentsOf(emptyUrl)).toEqual(before)
    expect(await filesIn(target)).toEqual(await filesIn(source))
    expect(Object.keys(await filesIn(target))).toHaveLength(files)
    expect(await jobsIn(emptyUrl)).toEqual(await jobsIn(url))
    expect(await jobsIn(emptyUrl)).toHaveLength(3)
    expect(await jobsIn(emptyUrl)).toContainEqual(
      expect.objectContaining({ retry_limit: 8, retry_delay: 30 }),
    )
    report(
      'backup and restore onto an empty database',
      `${Object.keys(before).length} tables with ${messages} messages, ${files} files, 3 jobs: all equal; ${seconds[0]} s and ${seconds[1]} s`,
    )
  }, 300_000)

  test('is consistent: what is written meanwhile is in it whole or not at all', async () => {
    await fill(200, 0)
    let writing = true
    const writer = (async () => {
      while (writing) await connect(database, await addParent(database), await addParent(database))
    })()
    await backedUp()
    writing = false
    await writer
    // Restoring checks foreign keys.
    await restored()
    const { rows } = await withClient(emptyUrl, (client) =>
      client.query('select count(*)::int as n from connection'),
    )
    expect(rows[0].n).toBeGreaterThan(0)
  })

  test('makes a migration wait until the data is read, but not a start without a migration', async () => {
    const names = await migrationNames()
    await migrate(emptyUrl, { upTo: names.at(-2) ?? '' })
    const holder = new pg.Client({ connectionString: emptyUrl })
    await holder.connect()
    const running: Promise<unknown>[] = []
    try {
      await holder.query('begin; lock table playdate in access exclusive mode')
      const made = backUp({ url: emptyUrl, files: source, where: 'disk' }, backup)
      running.push(made)
      await vi.waitFor(async () => expect(await waitsIn(emptyUrl)).toEqual(['relation']), { timeout: 20_000 })
      expect(await migrate(emptyUrl, { upTo: names.at(-2) ?? '' })).toEqual({ applied: [] })
      const migrated = migrate(emptyUrl)
      running.push(migrated)
      await vi.waitFor(async () => expect(await waitsIn(emptyUrl)).toEqual(['advisory', 'relation']), {
        timeout: 20_000,
      })
      await holder.query('commit')
      expect((await made).migrations.map(({ name }) => name)).toEqual(names.slice(0, -1))
      expect(await migrated).toEqual({ applied: names.slice(-1) })
    } finally {
      await holder.end()
      await Promise.allSettled(running)
    }
  })

  test('keeps only the names of files in a bucket, and a restore lists those that are missing', async () => {
    await fill(0, 2)
    await backUp({ url, files: source, where: 'bucket' }, backup)
    const [first] = Object.keys(await filesIn(source))
    await target.write(first ?? '', randomBytes(10))
    const { missing } = await restored()
    expect(missing).toHaveLength(1)
    expect(missing).not.toContain(first)
  })

  test.each(['disk', 'bucket'] as const)(
    'omits foreign files beside ours on a %s, and the rest is restored',
    async (where) => {
      await fill(0, 2)
      const ours = await filesIn(source)
      for (const name of ['.DS_Store', 'photos/class photo.jpg', 'photos/a\nb', 'photos/half.a-b.part']) {
        await source.write(name, randomBytes(10))
      }
      await backUp({ url, files: source, where }, backup)
      if (where === 'bucket') for (const name of Object.keys(ours)) await target.write(name, randomBytes(10))
      const { missing } = await restored()
      expect(missing).toEqual([])
      if (where === 'disk') expect(await filesIn(target)).toEqual(ours)
    },
  )

  test('is not restored into a database with rows, which stays unchanged', async () => {
    await fill(0, 1)
    await backedUp()
    const before = await contentsOf(url)
    await expect(restore({ url, files: target }, backup)).rejects.toThrow(
      /^The database is not empty: there are rows in \w+\. Nothing was changed\.$/,
    )
    expect(await contentsOf(url)).toEqual(before)
    expect(await filesIn(target)).toEqual({})
  })

  test.each([
    ['calls', () => openDatabase(emptyUrl, { max: 1 })],
    ['signals', () => listen(emptyUrl, { onSignal: nothing, onGap: nothing, onError: nothing })],
    ['jobs', () => startQueue(emptyUrl, [], { log: pino({ level: 'silent' }) })],
  ])('is not restored while an app is connected for its %s', async (_what, open) => {
    await fill(0, 1)
    await backedUp()
    const app = await open()
    try {
      await expect(restored()).rejects.toThrow(
        'The app still runs on this database: stop it. Nothing was changed.',
      )
    } finally {
      await app.close()
    }
    expect(await filesIn(target)).toEqual({})
  })

  test('a restore during which an app writes reports that, not damage', async () => {
    await fill(0, 1)
    await loadSecret(database, 'refresh')
    await backedUp()
    await migrate(emptyUrl)
    const starts: FileStore = {
      ...target,
      async write(name, bytes) {
        const app = await openDatabase(emptyUrl, { max: 1 })
        await loadSecret(app, 'refresh')
        await app.close()
        return target.write(name, bytes)
      },
    }
    await expect(restore({ url: emptyUrl, files: starts }, backup)).rejects.toThrow(
      'Something else wrote into the database meanwhile: stop the app, and begin anew with an empty one.',
    )
  })

  test('a newer backup, a folder without one and a folder that exists are refused in one line', async () => {
    await fill(0, 0)
    await expect(restored()).rejects.toThrow(`${backup} holds no backup.`)
    await backedUp()
    await expect(backedUp()).rejects.toThrow(`${backup} is there already. Name a new folder.`)
    const file = join(backup, 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    manifest.migrations.push({ name: '9999_from_tomorrow.sql', hash: 'x' })
    writeFileSync(file, JSON.stringify(manifest))
    await expect(restored()).rejects.toThrow(
      'The backup is newer than this version of the app: it knows 9999_from_tomorrow.sql.',
    )
    expect(await contentsOf(emptyUrl)).toEqual({})
  })

  // Some bits make no difference: a changed distance can lead to the same bytes elsewhere.
  const isSame = (bytes: Buffer, whole: Buffer) => {
    try {
      return gunzipSync(bytes).equals(gunzipSync(whole))
    } catch {
      return false
    }
  }
  const flipped = (part: number) => (whole: Buffer) => {
    const bytes = Buffer.from(whole)
    for (let at = Math.floor(bytes.length * part); isSame(bytes, whole); at += 1) {
      bytes[at] = (bytes[at] ?? 0) ^ 1
    }
    return bytes
  }
  const firstRowTwice = (whole: Buffer) => {
    const lines = gunzipSync(whole)
    return gzipSync(Buffer.concat([lines.subarray(0, lines.indexOf(10) + 1), lines]))
  }
  test.each([
    ['a changed bit in the first half of a file', [0.2, 0.4].map(flipped)],
    ['a changed bit in the second half of a file', [0.6, 0.8, 0.99].map(flipped)],
    [
      'a file that is cut off, empty or has a row twice',
      [(whole: Buffer) => whole.subarray(0, whole.length >> 1), () => Buffer.alloc(0), firstRowTwice],
    ],
  ])(
    'a backup with %s changes no row, and can be restored once it is intact again',
    async (_what, damages) => {
      await fill(200, 1)
      const manifest = await backedUp()
      const file = tableFile(backup, 'message')
      const whole = await readFile(file)
      for (const damaged of damages) {
        writeFileSync(file, damaged(whole))
        await expect(restored()).rejects.toThrow('The backup is damaged')
        const found = await contentsOf(emptyUrl)
        expect(
          Object.entries(found).filter(
            ([name, text]) => name !== 'schema_migration' && !text.startsWith('0 '),
          ),
        ).toEqual([])
      }
      writeFileSync(file, whole)
      await restored()
      expect((await contentsOf(emptyUrl)).message).toContain(
        `${manifest.tables.find(({ name }) => name === 'message')?.rows} rows`,
      )
    },
  )

  test('a restore killed at any moment is complete once it is run again', async () => {
    await fill(sampleOrFull(200, 20_000), 3)
    await backedUp()
    const before = await contentsOf(url)
    const rounds = sampleOrFull(1, 20)
    const start = () => {
      const env = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: emptyUrl }
      return run(['server/src/restore.ts', backup], env)
    }
    const began = performance.now()
    expect(await start().code).toBe(0)
    const whole = performance.now() - began
    let cutShort = 0
    for (let round = 0; round < rounds; round += 1) {
      emptyUrl = await createDatabase(inject('postgresUrl'), emptyName)
      const killed = start()
      // While the program itself is still loading, there is nothing to break.
      const timer = setTimeout(() => killed.send('SIGKILL'), whole * (0.3 + (0.7 * (round + 0.5)) / rounds))
      if ((await killed.code) === 'SIGKILL') cutShort += 1
      clearTimeout(timer)
      const again = start()
      // If it was killed at the very last moment, all rows were there already, and the second run says so.
      if ((await again.code) !== 0) expect(again.errors()).toContain('The database is not empty')
      expect(await contentsOf(emptyUrl)).toEqual(before)
    }
    report(
      'a restore killed anywhere',
      `${rounds} rounds, ${cutShort} killed before the end; run again, each table equal`,
    )
  }, 300_000)

  test('works by npm run backup and npm run restore, with one line for an error', async () => {
    await fill(10, 1)
    const env = { DATA_DIR: folder, DATABASE_URL: url }
    const command = (name: 'backup' | 'restore', more: Record<string, string>) =>
      run([`server/src/${name}.ts`, backup], { ...env, ...more })
    const early = command('restore', {})
    expect(await early.code).toBe(1)
    expect(early.errors()).toBe(`The restore did not work: ${backup} holds no backup.\n`)
    const made = command('backup', {})
    expect(await made.code, made.output()).toBe(0)
    expect(made.output()).toMatch(/ holds \d+ rows, 3 jobs and 0 files\.\n/)
    const filled = command('restore', { DATABASE_URL: emptyUrl })
    expect(await filled.code, filled.output()).toBe(0)
    expect(await contentsOf(emptyUrl)).toEqual(await contentsOf(url))
  }, 120_000)
})

// Two clusters and two apps: too long for a sample.
if (isAssured) {
  test('a backup of a running app is restored into a new data folder, where the app then runs', async () => {
    const [here, there] = [await place(), await place()]
    places.push(here, there)
    const app = here.app({ SEED_DEMO: '1' })
    await app.says('an administrator without a family')
    const before = await contentsOf((await runningPostgresUrl(here.dataDir)) ?? '')
    const made = here.run('server/src/backup.ts', backup)
    expect(await made.code, made.output()).toBe(0)
    const filled = there.run('server/src/restore.ts', backup)
    expect(await filled.code, filled.output()).toBe(0)
    const again = there.run('server/src/restore.ts', backup)
    expect(await again.code).toBe(1)
    expect(again.errors()).toContain('The database is not empty')
    app.send('SIGTERM')
    await app.code
    const next = there.app()
    await next.says('Tagalong runs at')
    expect(await contentsOf((await runningPostgresUrl(there.dataDir)) ?? '')).toEqual(before)
    next.send('SIGTERM')
    expect(await next.code).toBe(0)
    report(
      'npm run backup beside a running app, npm run restore onto an empty cluster',
      `${Object.keys(before).length} tables equal, and the app runs on them`,
    )
  }, 120_000)
}
