import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Registry } from '@prometheus-io/client'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { doDue } from '#due.ts'
import { readEnv } from '#env.ts'
import { eraseClosedAccounts } from '#features/erasure/closed.service.ts'
import { mailDormant, warnDormant } from '#features/erasure/dormant.service.ts'
import { eraseUser } from '#features/erasure/erasure.service.ts'
import { eraseOverdue } from '#features/erasure/overdue.service.ts'
import { eraseFiles, sweepFiles } from '#features/files/sweep.service.ts'
import type { Ctx, JobCtx } from '#http/context.ts'
import { diskFiles } from '#integrations/disk-files.ts'
import { createMailer } from '#integrations/mailer.ts'
import { sweepOutbox } from '#integrations/sweep-outbox.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '../app.ts'
import { testDatabaseUrl } from '../database.ts'
import { planAhead } from '../planned-ahead.ts'
import { about, addReport, givePhoto } from '../reports.ts'
import { report, sampleOrFull } from '../stress.ts'
import { addGroup, addMember, addParent, addPerson, addSession, connect, type Parent } from '../world.ts'

const months = sampleOrFull(27, 36)
/** Number of playdates in each month, with ten messages each. */
const playdates = sampleOrFull(10, 1_000)
const families = sampleOrFull(2, 12)

let t: TestApp
let boss: PgBoss
let logged: string
/** The jobs that the nightly jobs enqueue. */
let owed: { name: string; data: object }[]
beforeAll(async () => {
  t = await testApp()
  boss = new PgBoss({ connectionString: await testDatabaseUrl(), max: 1, supervise: false })
  await boss.start()
})
beforeEach(async () => {
  await t.reset()
  logged = ''
  owed = []
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await t.close()
})

const sql = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows

/** Adds families, and what they do, ask, write and leave behind in one month. Their texts and names hold its number. */
async function live(month: number): Promise<{ anna: Parent; photo: string }> {
  const said = `said-${month}.`
  const lone: Parent[] = []
  for (let n = 0; n < families; n += 1) lone.push(await addParent(t.database, { name: `lone-${month}.` }))
  const [anna, ben] = [
    await addParent(t.database, { name: `lone-${month}.` }),
    await addParent(t.database, { name: `lone-${month}.` }),
  ]
  await connect(t.database, anna, ben)
  await talk(anna, ben, said)
  await addReport(t, anna, about(ben))
  const { key } = await givePhoto(t, ben)
  const target = ben.children[0]
  await addReport(t, anna, { kind: 'photo', target, reason: 'content', words: said })
  const [{ photo_key: photo }] = await sql('select photo_key from report where words = $1', said)
  const decision = newId()
  await sql(
    `insert into decision (id, subject_caregiver_id, kind, words) values ($1, $2, 'warn', $3)`,
    decision,
    ben.caregiverId,
    `${said} Please be kind to others.`,
  )
  await sql(`update report set closed_at = now(), decision_id = $1 where closed_at is null`, decision)
  await leaveBehind(anna, said)
  await planAhead(t.database, [anna, ben], said)
  const group = await addGroup(t.database, { name: said, pods: [said] })
  await addMember(t.database, group, anna, { status: 'rejected' })
  expect(key).not.toBe(photo)
  return { anna, photo }
}

async function talk(anna: Parent, ben: Parent, said: string): Promise<void> {
  await sql(
    `with made as (
       insert into playdate (id, type, status, owner_id, location1, description, proposed_times, accepted_location,
         accepted_time, last_submitted_by)
       select gen_random_uuid(), 'single', case when n % 2 = 0 then 'accepted' else 'pending' end, $1, $3, $3,
         array[now() + interval '3 days'], $3, now() + interval '3 days', $1
       from generate_series(1, $4) n returning id
     ), sides as (
       insert into playdate_caregiver (playdate_id, caregiver_id, side, playdate_status)
       select id, caregiver, side, 'pending' from made, (values ($1::uuid, 'owner'), ($2::uuid, 'recipient')) each (caregiver, side)
     ), children as (
       insert into playdate_child (playdate_id, child_id, caregiver_id, side, first_name, last_name_initial)
       select id, child, caregiver, side, 'Mia', 'E'
       from made, (values ($5::uuid, $1::uuid, 'owner'), ($6::uuid, $2::uuid, 'recipient')) each (child, caregiver, side)
     ), rooms as (
       insert into chat_room (id, playdate_id) select gen_random_uuid(), id from made returning id
     )
     insert into message (id, room_id, sender_id, text, seq)
     select gen_random_uuid(), rooms.id, $1, $3, n from rooms, generate_series(1, 10) n`,
    anna.caregiverId,
    ben.caregiverId,
    said,
    playdates,
    anna.children[0],
    ben.children[0],
  )
}

/** Adds one of everything that isn't a playdate. */
async function leaveBehind({ userId, caregiverId, sessionId }: Parent, said: string): Promise<void> {
  const other = await addPerson(t.database)
  await sql(`update app_user set email = $2 where id = $1`, other.userId, `${said}@example.org`)
  await sql(
    `update app_user set query_params = $2 where id = $1`,
    userId,
    JSON.stringify([{ name: 'utm', value: said }]),
  )
  const statements: [string, ...unknown[]][] = [
    [
      `insert into connection (id, inviter_id, invitee_name, invitee_phone_number) values ($1, $2, $3, $3)`,
      newId(),
      caregiverId,
      said,
    ],
    [
      `insert into caregiver (id, name, last_name, phone_number, phone_proof, zip_code, time_zone)
        values ($1, $2, '', '', null, '', 'UTC')`,
      newId(),
      said,
    ],
    [
      `insert into notification (id, user_id, title, url) select gen_random_uuid(), $1, $2, '/' from generate_series(1, 20)`,
      userId,
      said,
    ],
    [`insert into broadcast (id, title, url) values ($1, $2, '/')`, newId(), said],
    [
      `insert into crash_report (id, user_id, component_name, error_name, error_message, error_stack, user_description)
        values ($1, $2, '', '', '', '', $3)`,
      newId(),
      userId,
      said,
    ],
    [
      `insert into mail_token (id, user_id, kind, hash, email, expires_at)
        values ($1, $2, 'undo-email', '\\x00', $3, now() + interval '7 days')`,
      newId(),
      userId,
      said,
    ],
    [
      `insert into idempotency_key (user_id, endpoint, key, body_hash, reply) values ($1, 'x', 'x', '\\x00', to_jsonb($2::text))`,
      userId,
      said,
    ],
    [
      `insert into audit_log (id, actor_id, action, subject_kind, changes) values ($1, $1, $2, 'user', '{}')`,
      newId(),
      said,
    ],
    [
      `insert into phone_code (caregiver_id, phone_hash, expires_at) values ($1, '\\x00', now())`,
      caregiverId,
    ],
    [
      `insert into auth_ticket (hash, user_id, kind, expires_at) values ($1, $2, 'second-step', now())`,
      randomBytes(8),
      userId,
    ],
    [`insert into websocket_ticket values ($1, $2, now())`, randomBytes(8), sessionId],
    [`insert into known_device values ($1, $2, now() + interval '12 months')`, randomBytes(8), userId],
    [`insert into barred values ('phone', $1, now() + interval '24 months')`, randomBytes(8)],
    [
      `insert into block (id, blocker_id, phone_hash, gone_at) values ($1, $2, $3, now())`,
      newId(),
      caregiverId,
      randomBytes(8),
    ],
    [
      `insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth, expired_at)
        values ($1, $2, $3, $4, '', '', now())`,
      newId(),
      newId(),
      userId,
      sessionId,
    ],
  ]
  for (const [text, ...values] of statements) await sql(text, ...values)
  const outbox = join(t.dataDir, 'outbox')
  await mkdir(outbox, { recursive: true })
  for (const end of ['1.txt', '2-phone.txt']) await writeFile(join(outbox, `${said}${end}`), said)
  await boss.send('idle', { said })
}

/**
 * Makes everything with a time 31 days older, in tables and queue, and each file: calendar months may have fewer days.
 */
async function passMonth(): Promise<void> {
  const client = await t.database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica; set local statement_timeout = 0')
    const { rows } = await client.query<{ name: string; sets: string }>(
      `select format('%I.%I', table_schema, table_name) as name,
          string_agg(format(case when data_type = 'ARRAY'
            then '%1$I = array(select each.at - interval ''31 days'' from unnest(%1$I) each (at))'
            else '%1$I = %1$I - interval ''31 days''' end, column_name), ', ') as sets
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where (table_schema = 'public' or table_schema = 'pgboss' and table_name in ('job', 'queue'))
          and table_type = 'BASE TABLE' and udt_name in ('timestamptz', '_timestamptz', 'date')
          and (table_name, column_name) <> ('consent', 'version')
        group by 1`,
    )
    for (const { name, sets } of rows) await client.query(`update ${name} set ${sets}`)
    await client.query('commit')
  } finally {
    client.release()
  }
  for (const path of await filesBelow(t.dataDir)) {
    const { mtimeMs } = await stat(path)
    const before = new Date(mtimeMs - 31 * 86_400_000)
    await utimes(path, before, before)
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}

/** Runs the nightly jobs, two at once, and then the jobs that they enqueue. */
async function night(): Promise<number> {
  const write = (line: Buffer, _encoding: string, done: () => void) => {
    logged += line
    done()
  }
  const log = pino(new Writable({ write }))
  const env = readEnv({ DATA_DIR: t.dataDir })
  const mailer = createMailer(env, log, new Registry())
  const files = diskFiles(env.filesDir)
  const queue = queueOf()
  const ctx = { db: t.database.kysely, queue, clock: t.clock, env, mailer, files, log } as unknown as JobCtx
  const run = async () => {
    await warnDormant(ctx)
    await eraseClosedAccounts(ctx)
    const erased = [...(await eraseOverdue(ctx)).values()]
    const swept = [...(await sweep(ctx.db)).values()]
    await doDue(ctx)
    await sweepOutbox(t.dataDir)
    return [...erased, ...swept].reduce((sum, count) => sum + count, 0)
  }
  const gone = await Promise.all([run(), run()])
  for (const { name, data } of owed.splice(0)) {
    if (name === 'mail-dormant') await mailDormant(data as { userId: string }, ctx)
    if (name === 'erase-files') await eraseFiles(data as { keys: string[] }, ctx)
  }
  await sweepFiles(ctx)
  await boss.supervise()
  // The app's own pass may have begun to delete them first.
  await vi.waitFor(
    async () => expect(await sql('select from pgboss.job where keep_until < now()')).toEqual([]),
    {
      timeout: 10_000,
    },
  )
  return gone.reduce((sum, count) => sum + count)
}

const queueOf = (): JobCtx['queue'] => ({
  enqueue: async (_db, { name }, data) => void owed.push({ name, data }),
  close: async () => undefined,
})

/** Returns the oldest month that each table still holds something of, going by what was said or who lived. */
async function oldestIn(word: string): Promise<Map<string, number>> {
  const tables = await sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' or schemaname = 'pgboss' and tablename like 'job%'`,
  )
  const oldest = new Map<string, number>()
  for (const { name } of tables) {
    const [{ month }] = await sql(
      `select min(substring(each::text from '${word}-(\\d+)\\.')::int) as month from ${name} each`,
    )
    if (month !== null) oldest.set(name.replace('public.', ''), month)
  }
  return oldest
}

/** How old, in months, what was said may be; a playdate is three days after it was asked for. */
const longest: Record<string, number> = {
  'pgboss.job_common': 0,
  idempotency_key: 0,
  crash_report: 0,
  connection: 3,
  caregiver: 3,
  guardian_invite: 3,
  ask: 3,
  broadcast: 3,
  mail_token: 3,
  notification: 12,
  report: 12,
  decision: 12,
  app_user: 12,
  playdate: 12,
  message: 12,
  caregiver_group: 12,
  pod: 12,
  audit_log: 24,
}

/** Finds what has no such word, by its times. */
const times = [
  `select from phone_code where expires_at < now() - interval '24 hours'`,
  `select from auth_ticket where expires_at < now() - interval '24 hours'`,
  `select from websocket_ticket where expires_at < now()`,
  `select from access_token where expires_at < now() and used_at is not null`,
  `select from access_token where expires_at < now() - interval '7 days'`,
  `select from session where expires_at < now() - interval '90 days'`,
  `select from known_device where expires_at < now()`,
  `select from away where last_day < current_date - 2`,
  `select from introduction where created_at < now() - interval '90 days'`,
  `select from reminder_sent where anchor_at < now() - interval '90 days'`,
  `select from ask_step join ask on ask.id = ask_id where ended_at < now() - interval '90 days'`,
  `select from waiting_place join playdate on playdate.id = playdate_id where accepted_time <= now()`,
  `select from guardianship where until < now() - interval '12 months'`,
  `select from calendar_feed join caregiver on caregiver.id = caregiver_id where deleted_at is not null`,
  `select from child_note join child on child.id = child_id where deleted_at is not null`,
  `select from billing_event where handled_at < now() - interval '60 days'`,
  `select from group_membership where status = 'rejected' and updated_at < now() - interval '12 months'`,
  `select from barred where until < now()`,
  `select from block where gone_at < now() - interval '24 months'`,
  `select from push_subscription where expired_at < now() - interval '30 days'`,
  `select from caregiver where deleted_at < now() - interval '12 months' - interval '7 days'`,
  `select from pgboss.job where completed_on < now() - interval '7 days'`,
]

test('over three years nothing is kept past its time, in tables, files, queue or log', {
  tags: ['SAFE-73', 'SAFE-74', 'SAFE-75'],
  timeout: 1_800_000,
}, async () => {
  await boss.createQueue('idle')
  const regular = await addParent(t.database, { name: 'Regular' })
  const photos: string[] = []
  let [gone, erased] = [0, 0]
  for (let month = 0; month < months; month += 1) {
    const { anna, photo } = await live(month)
    photos.push(photo)
    await passMonth()
    await addSession(t.database, regular)
    if (month % 4 === 0) {
      const ctx = { db: t.database.kysely, queue: queueOf(), clock: t.clock } as unknown as Ctx
      expect(
        await t.database.kysely.transaction().execute((db) => eraseUser({ ...ctx, db }, anna.userId)),
      ).toBe(null)
      erased += 1
    }
    gone += await night()

    const now = month + 1
    for (const [table, oldest] of await oldestIn('said'))
      expect([table, now - oldest <= (longest[table] ?? -1)], `${table}, ${now - oldest} months`).toEqual([
        table,
        true,
      ])
    for (const [table, oldest] of await oldestIn('lone')) expect(now - oldest, table).toBeLessThanOrEqual(24)
    for (const query of times) expect(await sql(query), query).toEqual([])
    for (const path of await filesBelow(join(t.dataDir, 'outbox'))) {
      const [, oldest] = /said-(\d+)\./.exec(await readFile(path, 'utf8')) ?? []
      if (oldest) expect(now - Number(oldest), path).toBeLessThanOrEqual(path.includes('phone') ? 0 : 2)
    }
    const names = (await filesBelow(join(t.dataDir, 'files'))).join()
    for (const [at, key] of photos.entries()) if (now - at > 12) expect(names).not.toContain(key)
  }
  expect(await sql('select from app_user where id = $1', regular.userId)).toHaveLength(1)
  // Nothing was deleted sooner either, except with one in four of the families.
  const [said, lone] = [await oldestIn('said'), await oldestIn('lone')]
  for (const [table, most] of Object.entries(longest))
    if (most > 1) expect(months - (said.get(table) ?? months), table).toBeGreaterThanOrEqual(most - 2)
  expect(months - (lone.get('caregiver') ?? months)).toBeGreaterThanOrEqual(22)
  // The log may mention people, but not name them.
  expect(logged).toContain('a mail was written')
  expect(logged).not.toMatch(/@example\.org|said-|lone-/)
  const rows = Number((await sql('select count(*) from message'))[0].count)
  const [asked, own] = [months * playdates, months * (families + 2)]
  report(
    'three years over a filled database, each month swept by two at once',
    `${shown(asked)} playdates with ten messages each, ${shown(own)} families, ${erased} of them erased by themselves: ${shown(gone)} rows swept besides what goes with them, ${shown(rows)} messages left; nothing older than its time in tables, files, queue or log`,
  )
})

const shown = (figure: number) => figure.toLocaleString('en-US')
