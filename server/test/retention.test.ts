import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from '@prometheus-io/client'
import {
  type Besides,
  besides,
  type Kept,
  kept,
  lengthOf,
} from '@tagalong/contract/features/retention/retention.rules.ts'
import type pg from 'pg'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { readEnv } from '#env.ts'
import { eraseOverdue } from '#features/erasure/overdue.service.ts'
import { goesOtherwise, over } from '#jobs/over.ts'
import { countOver, sweep, sweepJob } from '#jobs/sweep.ts'
import { resetDatabase, testDatabase } from './database.ts'
import {
  addEvent,
  addGroup,
  addGuardian,
  addMember,
  addParent,
  addPerson,
  addRequest,
  addSession,
  connect,
  fingerprint,
  type Group,
  type Parent,
} from './world.ts'

let database: Database
/** Two pairs of families: young rows are the first pair's, old ones the second's. */
let people: Parent[]
let group: Group
/** A playdate of the first pair. */
let playdate: string
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await resetDatabase()
  people = []
  for (const name of ['Anna', 'Ben', 'Cleo', 'Dora']) people.push(await addParent(database, { name }))
  group = await addGroup(database)
  for (const each of people.slice(0, 1)) await addMember(database, group, each)
})

/** Returns a text of all rows; counters aren't in the fingerprint, so they are counted. */
const state = async () => `${await fingerprint(database)} ${(await sql('select from rate_limit')).rowCount}`

const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)

/** Does what the nightly jobs do to rows. What they enqueue doesn't matter here. */
async function night(): Promise<Map<string, number>> {
  const db = database.kysely
  const queue = { enqueue: async () => undefined, close: async () => undefined }
  const log = pino({ level: 'silent' })
  const erased = await eraseOverdue({ db, queue, clock: { now: Date.now }, log })
  return new Map<string, number>([...(await sweep(db)), ...erased])
}

type Maker = (at: string, who: Parent, other: Parent) => Promise<unknown>

/** Adds a playdate with all that belongs to one. */
async function addTalkedOver(who: Parent, other: Parent): Promise<string> {
  const { id, roomId } = await addRequest(database, who, other)
  const [message, copy] = [newId(), newId()]
  await sql(
    `insert into message (id, room_id, sender_id, text) values ($1, $2, $3, 'See you')`,
    message,
    roomId,
    who.caregiverId,
  )
  await sql(`insert into chat_read values ($1, $2, $3)`, roomId, other.caregiverId, message)
  await sql(
    `insert into mute (id, caregiver_id, room_id) values ($1, $2, $3)`,
    newId(),
    who.caregiverId,
    roomId,
  )
  await sql(
    `insert into notification (id, user_id, title, url, room_id) values ($1, $2, 'x', '/', $3)`,
    newId(),
    who.userId,
    roomId,
  )
  await sql(
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, last_submitted_by, copy_of, copy_for)
      select $2, type, 'cancelled', owner_id, location1, proposed_times, last_submitted_by, id, $3
      from playdate where id = $1`,
    id,
    copy,
    other.caregiverId,
  )
  return id
}

/** By kind, makes a row whose kept time began at that moment, or ends then for `endsKept`. */
const makers: Record<Kept | Exclude<Besides, 'husks'>, Maker> = {
  'phone-codes': (at, { caregiverId }) =>
    sql(
      `insert into phone_code (caregiver_id, phone_hash, expires_at) values ($1, '\\x00', ${at})`,
      caregiverId,
    ),
  'sign-in-steps': (at, { userId }) =>
    sql(
      `insert into auth_ticket (hash, user_id, kind, expires_at) values ($1, $2, 'second-step', ${at})`,
      randomBytes(8),
      userId,
    ),
  // Days away are over at a midnight: the last one before that time, or the next one if the row is to stay.
  away: (at, { caregiverId, children: [child] }) =>
    sql(
      `with made as (insert into away (id, caregiver_id, first_day, last_day)
          select $1, $2, day - 3, day from (select (${at} at time zone 'UTC')::date
            - (${at} < now() - $4::interval)::int) over_on (day) returning id)
        insert into away_child select id, $3 from made`,
      newId(),
      caregiverId,
      child,
      lengthOf('away'),
    ),
  async 'came-to-nothing'(at, who, other) {
    const id = await addTalkedOver(who, other)
    await sql(
      `update playdate set status = 'rejected', updated_at = ${at}, proposed_times = array[${at}]
        where id = $1 or copy_of = $1`,
      id,
    )
  },
  'grown-ups': async (at, who, other) => {
    await addGuardian(database, who.children[0], other, { since: '-3 years' })
    await sql(
      `update guardianship set until = ${at} where child_id = $1 and caregiver_id = $2`,
      who.children[0],
      other.caregiverId,
    )
  },
  async 'grown-up-invites'(at, who, other) {
    await sql(
      `insert into guardian_invite
          (id, child_id, invited_by, label, role, token_hash, status, expires_at, created_at, updated_at)
        values ($1, $2, $3, 'Dad', 'guardian', $4, 'stopped', ${at}, ${at}, ${at})`,
      newId(),
      who.children[0],
      who.caregiverId,
      randomBytes(8),
    )
    await sql(
      `insert into introduction (from_id, to_id, friend_id, child_id, created_at) values ($1, $2, $2, $3, ${at})`,
      who.caregiverId,
      other.caregiverId,
      who.children[0],
    )
  },
  async invitations(at, who, other) {
    const id = await connect(database, who, other, 'pending')
    await sql(`update connection set updated_at = ${at} where id = $1`, id)
  },
  async 'unclaimed-profiles'(at) {
    const [id, child] = [newId(), newId()]
    await sql(
      `insert into caregiver (id, name, last_name, phone_number, phone_proof, zip_code, time_zone, created_at)
        values ($1, 'Nobody', '', '', null, '', 'UTC', ${at})`,
      id,
    )
    await sql(
      `insert into child (id, caregiver_id, first_name, last_name_initial) values ($1, $2, 'Mia', 'N')`,
      child,
      id,
    )
  },
  async 'accounts-without-profile'(at) {
    const { userId } = await addPerson(database)
    await unseenSince(userId, at)
  },
  broadcasts: (at) =>
    sql(`insert into broadcast (id, title, url, created_at) values ($1, 'x', '/', ${at})`, newId()),
  async sessions(at, who) {
    const { sessionId } = await addSession(database, who)
    await sql('delete from access_token where session_id = $1', sessionId)
    await sql('delete from refresh_token where session_id = $1', sessionId)
    await sql(
      `update session set expires_at = ${at}, created_at = ${at} - interval '31 days',
        last_seen_at = ${at} - interval '30 days' where id = $1`,
      sessionId,
    )
  },
  orders: (at, { caregiverId }) =>
    sql(
      `insert into ask (id, owner_id, own_children, times, duration_minutes, status, ended_at)
        values ($1, $2, '{}', '{}', 120, 'done', ${at})`,
      newId(),
      caregiverId,
    ),
  reminders: (at, { caregiverId }) =>
    sql(`insert into reminder_sent values ($1, $2, 'answer-1', ${at})`, playdate, caregiverId),
  'mailed-links': (at, { userId }) =>
    sql(
      `insert into mail_token (id, user_id, kind, hash, expires_at) values ($1, $2, 'reset', '\\x00', ${at})`,
      newId(),
      userId,
    ),
  async playdates(at, who, other) {
    const id = await addTalkedOver(who, other)
    await sql(
      `update playdate set status = 'accepted', accepted_location = location1,
        accepted_time = ${at} - make_interval(mins => duration_minutes) where id = $1`,
      id,
    )
  },
  notices: (at, { userId }) =>
    sql(
      `insert into notification (id, user_id, title, url, created_at, touched_at)
        values ($1, $2, 'x', '/', ${at}, ${at})`,
      newId(),
      userId,
    ),
  'known-devices': (at, { userId }) =>
    sql(`insert into known_device values ($1, $2, ${at})`, randomBytes(8), userId),
  async reports(at, who, other) {
    const decision = newId()
    await sql(
      `insert into decision (id, subject_caregiver_id, kind, words, created_at)
        values ($1, $2, 'warn', 'Please be kind to all of us.', ${at})`,
      decision,
      other.caregiverId,
    )
    await sql(
      `insert into report (id, subject_caregiver_id, reporter_id, kind, target_id, reason, evidence, created_at,
          closed_at, decision_id)
        values ($1, $2, $3, 'person', $2, 'spam', '{}', ${at} - interval '1 day', ${at}, $4)`,
      newId(),
      other.caregiverId,
      who.caregiverId,
      decision,
    )
  },
  async 'group-places'(at, _who, other) {
    const id = await addMember(database, group, other, { status: 'rejected' })
    await sql(`update group_membership set updated_at = ${at} where id = $1`, id)
  },
  async 'empty-groups'(at) {
    const { id } = await addGroup(database, { pods: ['Bees'] })
    await sql(`update caregiver_group set empty_since = ${at} where id = $1`, id)
  },
  registrations: (_at, { userId }) =>
    sql(`update app_user set query_params = '[{"name": "utm", "value": "x"}]' where id = $1`, userId),
  'audit-log': (at) =>
    sql(
      `insert into audit_log (id, created_at, actor_id, action, subject_kind, changes)
        values ($1, ${at}, $1, 'users.save', 'user', '{}')`,
      newId(),
    ),
  bars: (at) => sql(`insert into barred values ('phone', $1, ${at})`, randomBytes(8)),
  blocks: (at, { caregiverId }) =>
    sql(
      `insert into block (id, blocker_id, phone_hash, gone_at) values ($1, $2, $3, ${at})`,
      newId(),
      caregiverId,
      randomBytes(8),
    ),
  async 'unvisited-accounts'(at) {
    const { userId } = await addParent(database)
    await unseenSince(userId, at)
    await sql(`update app_user set dormant_told_at = now() - interval '31 days' where id = $1`, userId)
  },
  async tokens(at, { sessionId }) {
    for (const table of ['refresh_token', 'websocket_ticket'])
      await sql(`insert into ${table} values ($1, $2, ${at})`, randomBytes(8), sessionId)
    await sql(`insert into access_token values ($1, $2, ${at}, now())`, randomBytes(8), sessionId)
  },
  async 'replaced-tokens'(at, { sessionId }) {
    await sql(
      `insert into refresh_token values ($1, $2, now() + interval '9 days', ${at})`,
      randomBytes(8),
      sessionId,
    )
    await sql(`insert into access_token values ($1, $2, ${at}, null)`, randomBytes(8), sessionId)
  },
  limits: (at) =>
    sql(`insert into rate_limit values ($1, 1, extract(epoch from ${at})::bigint * 1000)`, newId()),
  replies: (at, { userId }) =>
    sql(
      `insert into idempotency_key (user_id, endpoint, key, body_hash, created_at) values ($1, 'x', $2, '\\x00', ${at})`,
      userId,
      newId(),
    ),
  'push-devices': (at, { userId, sessionId }) =>
    sql(
      `insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth, expired_at)
        values ($1, $2, $3, $4, '', '', ${at})`,
      newId(),
      newId(),
      userId,
      sessionId,
    ),
  'crash-reports': (at, { userId }) =>
    sql(
      `insert into crash_report (id, user_id, component_name, error_name, error_message, error_stack,
        user_description, created_at) values ($1, $2, '', '', '', '', '', ${at})`,
      newId(),
      userId,
    ),
  async 'payment-events'(at, { userId }) {
    await sql(
      `insert into billing_customer (id, provider, user_id) values ($1, 'demo', $2) on conflict do nothing`,
      `cus_${userId}`,
      userId,
    )
    await sql(
      `insert into billing_event (id, customer_id, handled_at) values ($1, $2, ${at})`,
      newId(),
      `cus_${userId}`,
    )
  },
}

async function unseenSince(userId: string, at: string): Promise<void> {
  await sql(
    `update app_user set created_at = ${at}, last_login_at = ${at}, visited_at = ${at} where id = $1`,
    userId,
  )
  await sql(`update session set last_seen_at = ${at} where user_id = $1`, userId)
}

/** Kinds whose rows hold the end of their kept time; the others hold its beginning. */
const endsKept: readonly string[] = ['known-devices', 'bars']

/** Moments for rows that are a day too young, or a day over; an hour for kinds that are kept for less. */
const [young, old] = ['+', '-'].map((sign) => (kind: Kept | Besides) => {
  if (endsKept.includes(kind)) return `(now() ${sign} interval '1 day')`
  const length = lengthOf(kind)
  const margin = /month|days/.test(length) && length !== '0 days' ? '1 day' : '1 hour'
  return `(now() - interval '${length}' ${sign} interval '${margin}')`
}) as [(kind: Kept | Besides) => string, (kind: Kept | Besides) => string]

const makeYoung = (kind: keyof typeof makers) => makers[kind](young(kind), ...pairOf(0))
const makeOld = (kind: keyof typeof makers) => makers[kind](old(kind), ...pairOf(2))
const pairOf = (first: number) => people.slice(first, first + 2) as [Parent, Parent]

/** Prepares what makers can't: how old registrations are, and which users the provider knows. */
async function prepare(): Promise<void> {
  playdate = (await addRequest(database, ...pairOf(0))).id
  const since = async ([{ userId }]: [Parent, Parent], at: string) => {
    await sql(`update app_user set created_at = ${at} where id = $1`, userId)
    await sql(
      `insert into billing_customer (id, provider, user_id) values ($1, 'demo', $2)`,
      `cus_${userId}`,
      userId,
    )
  }
  await since(pairOf(0), young('registrations'))
  await since(pairOf(2), old('registrations'))
}

const kinds = Object.keys(makers) as (keyof typeof makers)[]

describe('the sweep', () => {
  test('is tested here for every kind of data that it deletes', { tags: ['SAFE-74'] }, () => {
    expect([...kinds, 'husks'].toSorted()).toEqual([...Object.keys(kept), ...Object.keys(besides)].toSorted())
  })

  test.each(kinds)(
    'deletes %s once their time is over, not earlier, and nothing else',
    {
      tags: ['SAFE-74'],
    },
    async (kind) => {
      await prepare()
      await makeYoung(kind)
      expect((await night()).get(kind) ?? 0).toBe(0)
      const before = await state()
      await makeOld(kind)
      expect(await state()).not.toBe(before)
      expect((await night()).get(kind)).toBeGreaterThan(0)
      expect(await state()).toBe(before)
      expect((await night()).get(kind) ?? 0).toBe(0)
      expect(await state()).toBe(before)
    },
  )

  test('run three times at once, deletes all expired rows once and keeps the rest', {
    tags: ['SAFE-74'],
  }, async () => {
    await prepare()
    for (const kind of kinds) await makeYoung(kind)
    const first = await night()
    for (const kind of kinds) expect([kind, first.get(kind) ?? 0]).toEqual([kind, 0])
    const before = await state()
    for (const kind of kinds) await makeOld(kind)
    const counts = await Promise.all([night(), night(), night()])
    for (const kind of kinds) {
      const swept = counts.map((each) => each.get(kind) ?? 0)
      // A copy is deleted with its event, or before it.
      const atMost =
        { tokens: 3, 'replaced-tokens': 2, reports: 2, 'came-to-nothing': 2, 'grown-up-invites': 2 }[
          kind as string
        ] ?? 1
      const sum = swept.reduce((all, each) => all + each)
      expect([kind, sum > 0 && sum <= atMost]).toEqual([kind, true])
    }
    expect(await state()).toBe(before)
  })

  test('deletes all other kinds if one can’t be deleted, and reports the error', {
    tags: ['SAFE-74'],
  }, async () => {
    for (const kind of ['playdates', 'audit-log', 'bars'] as const) await makeOld(kind)
    await sql(`
      create function keep_playdates() returns trigger language plpgsql as $$
      begin raise exception 'playdates stay'; end $$`)
    await sql('create trigger keep before delete on playdate for each row execute function keep_playdates()')
    try {
      const outcome = sweep(database.kysely)
      await expect(outcome).rejects.toMatchObject({ errors: [{ message: 'playdates stay' }] })
    } finally {
      await sql('drop function keep_playdates() cascade')
    }
    const left = await countOver(database.kysely)
    expect([left.get('audit-log'), left.get('bars')]).toEqual([0, 0])
    expect(left.get('playdates')).toBeGreaterThan(0)
  })

  test('continues until no expired row is left, even with 10,001 of them', {
    tags: ['SAFE-74'],
  }, async () => {
    const userId = people[0]?.userId
    await sql(
      `insert into notification (id, user_id, title, url, created_at, touched_at)
        select gen_random_uuid(), $1, 'x', '/', now() - interval '13 months', now() - interval '13 months'
        from generate_series(1, 10001)`,
      userId,
    )
    expect((await countOver(database.kysely)).get('notices')).toBe(10_001)
    expect((await night()).get('notices')).toBe(10_001)
    expect((await sql('select from notification')).rowCount).toBe(0)
  })

  test('runs at 03:17 UTC, deletes old codes and mails from the outbox folder, and counts by kind', {
    tags: ['SAFE-74'],
  }, async () => {
    expect(sweepJob.cron).toBe('17 3 * * *')
    const dataDir = await mkdtemp(join(tmpdir(), 'outbox-'))
    await mkdir(join(dataDir, 'outbox'))
    const day = 86_400_000
    for (const [name, age] of [
      ['young-phone.txt', 23 / 24],
      ['old-phone.txt', 25 / 24],
      ['young.txt', 89],
      ['old.txt', 91],
      ['else.pdf', 900],
    ] as const) {
      const [path, at] = [join(dataDir, 'outbox', name), new Date(Date.now() - age * day)]
      await writeFile(path, 'x')
      await utimes(path, at, at)
    }
    await makeOld('bars')
    const metrics = new Registry()
    await sweepJob.run({}, { db: database.kysely, env: readEnv({ DATA_DIR: dataDir }), metrics })
    expect((await readdir(join(dataDir, 'outbox'))).toSorted()).toEqual([
      'else.pdf',
      'young-phone.txt',
      'young.txt',
    ])
    const text = await metrics.metrics()
    expect(text).toContain('swept_rows_total{kind="bars"} 1')
    expect(text).toContain('swept_rows_total{kind="outbox"} 2')
    await rm(dataDir, { recursive: true })
  })

  test('keeps a request with a recent time, an upcoming event, and a notice that was touched lately', {
    tags: ['SAFE-74'],
  }, async () => {
    const [anna, ben] = pairOf(0)
    const { id } = await addRequest(database, anna, ben)
    await sql(
      `update playdate set updated_at = now() - interval '91 days',
        proposed_times = array[now() - interval '95 days', now() - interval '89 days'] where id = $1`,
      id,
    )
    await addEvent(database, anna, [ben])
    await makers.notices("(now() - interval '13 months')", anna, ben)
    await sql(`update notification set touched_at = now()`)
    const counts = await night()
    expect([counts.get('came-to-nothing'), counts.get('playdates'), counts.get('notices')]).toEqual([0, 0, 0])
  })

  test('keeps a decision while it is in force or under appeal', {
    tags: ['SAFE-74'],
  }, async () => {
    const [anna, ben] = pairOf(0)
    const [cleo] = pairOf(2)
    const pauseCleo = (until: string) =>
      sql(`update app_user set standing = 'suspended', standing_until = $1 where id = $2`, until, cleo.userId)
    await pauseCleo('infinity')
    for (const [whose, extra] of [
      [cleo, `kind = 'suspend', until = null`],
      [ben, `kind = 'suspend', until = now() + interval '1 day'`],
      [ben, `appeal = 'It was a joke', appealed_at = now() - interval '12 months'`],
    ] as const) {
      await makers.reports(old('reports'), anna, whose)
      await sql(`update decision set ${extra} where id = (select max(id::text)::uuid from decision)`)
    }
    expect((await night()).get('reports')).toBe(3)
    expect((await sql('select from decision')).rowCount).toBe(3)
    const { rows } = await sql(`select id from decision where appeal is not null`)
    await sql(
      `insert into decision (id, subject_caregiver_id, kind, replaces) values ($1, $2, 'none', $3)`,
      newId(),
      ben.caregiverId,
      rows[0].id,
    )
    expect((await night()).get('reports')).toBe(1)
    await pauseCleo('2020-01-01')
    expect((await night()).get('reports')).toBe(1)
  })

  test('keeps a group that has members again, and restarts its time when they are gone', {
    tags: ['SAFE-74'],
  }, async () => {
    await makers['empty-groups'](old('empty-groups'), ...pairOf(0))
    const { rows } = await sql('select id from caregiver_group where empty_since is not null')
    await addMember(database, { ...group, id: rows[0].id }, pairOf(0)[1])
    expect((await night()).get('empty-groups')).toBe(0)
    await sql('delete from group_membership')
    expect((await night()).get('empty-groups')).toBe(0)
    await sql(`update caregiver_group set empty_since = now() - interval '13 months'`)
    expect((await night()).get('empty-groups')).toBe(2)
  })

  test('deletes what is left of an erased family together with its last playdate', {
    tags: ['SAFE-74'],
  }, async () => {
    const [anna, ben] = pairOf(0)
    await makers.playdates(young('playdates'), anna, ben)
    await sql(`update caregiver set user_id = null, deleted_at = now() where id = $1`, ben.caregiverId)
    await sql(`update child set deleted_at = now() where caregiver_id = $1`, ben.caregiverId)
    await sql('delete from app_user where id = $1', ben.userId)
    expect((await night()).get('husks')).toBe(0)
    await sql(
      `update playdate set accepted_time = accepted_time - interval '2 days' where status = 'accepted'`,
    )
    expect((await night()).get('husks')).toBe(2)
    expect((await sql('select from caregiver where id = $1', ben.caregiverId)).rowCount).toBe(0)
  })
})

describe('each table', () => {
  /** Returns the tables that are neither swept nor deleted by something else. */
  async function unlisted(client: pg.Pool | pg.PoolClient): Promise<string[]> {
    const swept = new Set(Object.values(over).flatMap((each) => each.map(({ table }) => table)))
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const named = new Set([...swept, ...Object.keys(goesOtherwise)])
    return [...rows.map(({ name }) => name)].filter((name) => !named.has(name))
  }

  test('is swept, or listed with what happens to its rows instead', { tags: ['SAFE-73'] }, async () => {
    expect(await unlisted(database.pool)).toEqual([])
    const { rows } = await sql(
      `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c'`,
    )
    const cascading = rows.map(({ name }) => name)
    for (const [name, how] of Object.entries(goesOtherwise))
      if (how.startsWith('with ')) expect(cascading).toContain(name)
  })

  test('that is new and unlisted is reported', { tags: ['SAFE-73'] }, async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('create table diary (caregiver_id uuid references caregiver, text text)')
      expect(await unlisted(client)).toEqual(['diary'])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('the audit log', () => {
  test('can’t be changed, and its entries can be deleted only after 24 months', {
    tags: ['SAFE-76'],
  }, async () => {
    await makers['audit-log'](young('audit-log'), ...pairOf(0))
    await makers['audit-log'](old('audit-log'), ...pairOf(0))
    for (const refused of [
      'delete from audit_log',
      `delete from audit_log where created_at > now() - interval '24 months'`,
      `update audit_log set created_at = now() - interval '25 months'`,
      `update audit_log set action = 'x' where created_at < now() - interval '24 months'`,
      'truncate audit_log',
    ])
      await expect(sql(refused), refused).rejects.toThrow('audit_log is only ever added to')
    await sql(`delete from audit_log where created_at < now() - interval '24 months'`)
    expect((await sql('select from audit_log')).rowCount).toBe(1)
  })
})
