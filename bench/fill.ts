import type pg from 'pg'

/** Number of families; each owns ten playdates and is invited to ten. */
export interface Size {
  caregivers: number
  /** Number of past playdates of the veteran, besides those that every family has. */
  past: number
}

export const small: Size = { caregivers: 1_000, past: 100 }
export const playdatesEach = 10
export const groupSize = 20

/** The caregiver with the most past playdates. */
export const veteran = 1

/** The first users are administrators. */
export const administrators = 5

/** A letter that only one caregiver's name contains, however many there are. */
export const rareSign = 'ñ'

/** Token in the calendar address of the n-th caregiver, from 1. */
export function feedTokenOf(n: number): string {
  return `bench-feed-${n}-`.padEnd(43, '0')
}

/** Access token of the n-th caregiver, from 1. */
export function tokenOf(n: number): string {
  return `bench-token-${n}`
}

const kinds = {
  user: 'a',
  caregiver: '1',
  child: '2',
  connection: '3',
  group: '4',
  pod: '5',
  membership: '6',
  playdate: '7',
  room: '8',
  message: '9',
  session: 'b',
  pastPlaydate: 'c',
  pastRoom: 'd',
  event: 'e',
  eventRoom: 'f',
  notification: '10',
  auditEntry: '11',
  report: '12',
  block: '13',
  away: '14',
  planned: '15',
  plannedRoom: '16',
} as const

/** Returns the n-th id of a kind. */
export function idOf(kind: keyof typeof kinds, n: number): string {
  return `${kinds[kind].padStart(8, '0')}-0000-7000-8000-${String(n).padStart(12, '0')}`
}

/** Returns the same id as SQL. */
function id(kind: keyof typeof kinds, n: string): string {
  return `('${kinds[kind].padStart(8, '0')}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
}

/**
 * Inserts families, with a few statements for all: two children each, connected with the next family and the seventh
 * next, in groups of 20 with two pods. Each owns ten playdates with the next family, five of them past. They were
 * notified of all and have read most of the notifications.
 */
export async function fill(pool: pg.Pool, { caregivers, past }: Size): Promise<void> {
  const every = `generate_series(1, ${caregivers}) n`
  const everyPlaydate = `generate_series(0, ${caregivers * playdatesEach - 1}) n`
  const everyGroup = `generate_series(0, ${Math.ceil(caregivers / groupSize) - 1}) n`
  const next = (n: string, step: number) => `(${n} + ${step - 1}) % ${caregivers} + 1`
  const owner = `(n / ${playdatesEach} + 1)`
  const time = `date_trunc('hour', now()) + ((n % ${playdatesEach}) * 2 - 9) * interval '1 day'`
  const hours = `'[{"day":"Mon","blocks":[{"start":9,"end":17}]},{"day":"Sat","blocks":[{"start":8,"end":20}]}]'`
  await run(pool, [
    `insert into app_user (id, email, password_hash)
      select ${id('user', 'n')}, 'bench' || n || '@example.org', 'x' from ${every}`,
    `insert into session (id, user_id, expires_at)
      select ${id('session', 'n')}, ${id('user', 'n')}, now() + interval '30 days' from ${every}`,
    `insert into access_token (hash, session_id, expires_at, used_at)
      select sha256(('bench-token-' || n)::bytea), ${id('session', 'n')}, now() + interval '1 day', now() from ${every}`,
    `insert into caregiver (id, user_id, name, last_name, phone_number, zip_code, time_zone)
      select ${id('caregiver', 'n')}, ${id('user', 'n')}, 'Parent ' || n, 'Example', '+1510' || n, '94601',
        'America/New_York' from ${every}`,
    `insert into child (id, caregiver_id, first_name, last_name_initial, school, grade, availability)
      select ${id('child', 'n * 2 + which')}, ${id('caregiver', 'n')}, 'Mia', 'E', 'Lincoln', '2', ${hours}
      from ${every}, generate_series(0, 1) which`,
    // Raises the limits by a million: the benchmark writes more in a second than a person may in an hour.
    ...['messages', 'requests'].map(
      (limit) => `insert into rate_limit (key, points, expire)
        select '${limit}:' || translate(rtrim(encode(sha256(${id('caregiver', 'n')}::text::bytea), 'base64'), '='), '+/', '-_'),
          -1000000, extract(epoch from now() + interval '1 day') * 1000 from ${every}`,
    ),
    ...[1, 7].map(
      (
        step,
      ) => `insert into connection (id, inviter_id, invitee_id, status, invitee_name, invitee_phone_number)
        select ${id('connection', `n * 10 + ${step}`)}, ${id('caregiver', 'n')},
          ${id('caregiver', next('n', step))}, 'accepted', 'Parent', '+1' || (n * 10 + ${step}) from ${every}`,
    ),
    `insert into caregiver_group (id, name, code) select ${id('group', 'n')}, 'Group ' || n, 'x' from ${everyGroup}`,
    `insert into pod (id, group_id, name) select ${id('pod', 'n * 2 + half')}, ${id('group', 'n')}, 'Pod ' || half
      from ${everyGroup}, generate_series(0, 1) half`,
    `insert into group_membership (id, group_id, caregiver_id, status, is_group_admin)
      select ${id('membership', 'n')}, ${id('group', `(n - 1) / ${groupSize}`)}, ${id('caregiver', 'n')},
        'approved', n % ${groupSize} = 1 from ${every}`,
    `insert into pod_child (membership_id, child_id, pod_id)
      select ${id('membership', 'n')}, ${id('child', 'n * 2')},
        ${id('pod', `(n - 1) / ${groupSize} * 2 + n % 2`)} from ${every}`,
    `insert into playdate (id, type, status, owner_id, location1, location2, proposed_times, accepted_location,
        accepted_time, last_submitted_by)
      select ${id('playdate', 'n')}, 'single', 'accepted', ${id('caregiver', owner)}, 'The park', 'The library',
        array[${time}], 'The park', ${time}, ${id('caregiver', owner)} from ${everyPlaydate}`,
    `insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select ${id('playdate', 'n')}, ${id('caregiver', `case side when 'owner' then ${owner} else ${next(owner, 1)} end`)},
        side from ${everyPlaydate}, unnest(array['owner', 'recipient']) side`,
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select ${id('playdate', 'n')}, ${id('child', `2 * (case side when 'owner' then ${owner} else ${next(owner, 1)} end)`)},
        ${id('caregiver', `case side when 'owner' then ${owner} else ${next(owner, 1)} end`)}, side
      from ${everyPlaydate}, unnest(array['owner', 'recipient']) side`,
    `insert into chat_room (id, playdate_id) select ${id('room', 'n')}, ${id('playdate', 'n')} from ${everyPlaydate}`,
    `insert into message (id, room_id, sender_id, text)
      select ${id('message', 'n')}, ${id('room', 'n')}, ${id('caregiver', owner)}, 'See you there!'
      from ${everyPlaydate} where n % 4 = 0`,
    `insert into notification (id, user_id, title, url, about_id, created_at, touched_at, read_at)
      select ${id('notification', 'n')}, ${id('user', next(owner, 1))}, '{name} sent you a playdate request',
        '/view-playdate-request/' || ${id('playdate', 'n')}, ${id('caregiver', owner)}, yesterday, yesterday,
        case when n % 5 > 0 then now() end
      from ${everyPlaydate}, (select now() - interval '1 day' as yesterday) day`,
    ...pastPlaydates(past),
    ...forAdministrators(caregivers),
    `insert into calendar_feed (caregiver_id, hash)
      select ${id('caregiver', 'n')}, sha256(rpad('bench-feed-' || n || '-', 43, '0')::bytea) from ${every}`,
  ])
  await pool.query('vacuum analyze')
}

interface Families {
  full: readonly number[]
  planners: readonly number[]
  /** Number of playdates ahead of each planner. */
  entries: number
}

/**
 * Adds later features: a second guardian for each child of the full families, who blocks another caregiver; a child
 * away next week; premium; and half of their requests deleted, to leave room for events. Adds playdates ahead of the
 * planners.
 */
export async function withEverything(pool: pg.Pool, { full, planners, entries }: Families): Promise<void> {
  const other = `n + ${small.caregivers}`
  // The friends whose slots are requested get the same.
  const [first = 0, last = 0] = [full[0], (full.at(-1) ?? 0) + 10]
  const every = `generate_series(${first}, ${last}) n`
  const planner = `generate_series(${planners[0]}, ${planners.at(-1)}) n, generate_series(1, ${entries}) each`
  const planned = `n * 1000 + each`
  const time = `date_trunc('hour', now()) + (each + 24) * interval '1 hour'`
  const sides = `lateral (values (n, 'owner'), (n + 1, 'recipient')) stands (who, side)`
  await run(pool, [
    `insert into app_user (id, email, password_hash)
      select ${id('user', other)}, 'other' || n || '@example.org', 'x' from ${every}`,
    `insert into caregiver (id, user_id, name, last_name, phone_number, zip_code, time_zone)
      select ${id('caregiver', other)}, ${id('user', other)}, 'Other ' || n, 'Example', '+1520' || n, '94601',
        'America/New_York' from ${every}`,
    `insert into guardianship (child_id, caregiver_id, role, since)
      select ${id('child', 'n * 2 + which')}, ${id('caregiver', other)}, 'guardian', now() - interval '1 year'
      from ${every}, generate_series(0, 1) which`,
    `insert into block (id, blocker_id, blocked_id)
      select ${id('block', 'n')}, ${id('caregiver', other)}, ${id('caregiver', 'n + 50')} from ${every}`,
    `insert into away (id, caregiver_id, first_day, last_day)
      select ${id('away', 'n')}, ${id('caregiver', other)}, current_date + 3, current_date + 4 from ${every}`,
    `insert into away_child (away_id, child_id) select ${id('away', 'n')}, ${id('child', 'n * 2')} from ${every}`,
    `insert into billing_customer (id, provider, user_id, status)
      select 'cus_' || n, 'demo', ${id('user', 'n')}, 'active' from ${every}`,
    `delete from playdate where id in (
      select ${id('playdate', `(n - 1) * ${playdatesEach} + which * 2`)} from ${every}, generate_series(0, 4) which)`,
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
        last_submitted_by)
      select ${id('planned', planned)}, 'single', 'accepted', ${id('caregiver', 'n')}, 'The park', array[${time}],
        'The park', ${time}, ${id('caregiver', 'n')} from ${planner}`,
    `insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select ${id('planned', planned)}, ${id('caregiver', 'who')}, side from ${planner}, ${sides}`,
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select ${id('planned', planned)}, ${id('child', 'who * 2')}, ${id('caregiver', 'who')}, side
      from ${planner}, ${sides}`,
    `insert into chat_room (id, playdate_id)
      select ${id('plannedRoom', planned)}, ${id('planned', planned)} from ${planner}`,
  ])
}

/** Inserts an audit log entry per family, 50 open reports, and a closed one for every 20th family. */
function forAdministrators(caregivers: number): string[] {
  const report = `insert into report
    (id, subject_caregiver_id, reporter_id, kind, target_id, reason, evidence, created_at, closed_at)`
  const reported = `${id('caregiver', 'n')}, ${id('caregiver', 'n + 1')}, 'person', ${id('caregiver', 'n')}, 'other',
    '{"name": "Parent"}'`
  return [
    `update app_user set is_admin = true where id <= ${id('user', String(administrators))}`,
    `update caregiver set last_name = 'Nu${rareSign}ez' where id = ${id('caregiver', String(caregivers))}`,
    `insert into audit_log (id, actor_id, action, subject_kind, subject_id, changes, created_at)
      select ${id('auditEntry', 'n')}, ${id('user', `n % ${administrators} + 1`)},
        (array['users.save', 'users.clear', 'caregivers.save', 'caregivers.erase'])[n % 4 + 1],
        (array['user', 'user', 'caregiver', 'caregiver'])[n % 4 + 1], ${id('user', 'n')}, '{}',
        now() - n * interval '5 minutes' from generate_series(1, ${caregivers}) n`,
    `${report} select ${id('report', 'n')}, ${reported}, now() - n * interval '1 hour', null
      from generate_series(100, 149) n`,
    `${report} select ${id('report', 'n')}, ${reported}, now() - interval '2 days', now() - n * interval '1 minute'
      from generate_series(200, ${caregivers - 1}, 20) n`,
  ]
}

/** Inserts the veteran's playdates with the next family, one a day, the latest two weeks ago. */
function pastPlaydates(past: number): string[] {
  const every = `generate_series(1, ${past}) n`
  const time = `date_trunc('hour', now()) - (n + 14) * interval '1 day'`
  const [own, others] = [idOf('caregiver', veteran), idOf('caregiver', veteran + 1)]
  const children = [idOf('child', veteran * 2), idOf('child', veteran * 2 + 2)]
  return [
    `insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location, accepted_time,
        last_submitted_by)
      select ${id('pastPlaydate', 'n')}, 'single', 'accepted', '${own}', 'The park', array[${time}], 'The park',
        ${time}, '${own}' from ${every}`,
    `insert into playdate_caregiver (playdate_id, caregiver_id, side)
      select ${id('pastPlaydate', 'n')}, each.caregiver, each.side from ${every},
        (values ('${own}'::uuid, 'owner'), ('${others}', 'recipient')) each (caregiver, side)`,
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select ${id('pastPlaydate', 'n')}, each.child, each.caregiver, each.side from ${every},
        (values ('${children[0]}'::uuid, '${own}'::uuid, 'owner'), ('${children[1]}', '${others}', 'recipient'))
          each (child, caregiver, side)`,
    `insert into chat_room (id, playdate_id)
      select ${id('pastRoom', 'n')}, ${id('pastPlaydate', 'n')} from ${every}`,
  ]
}

/** Fills the baselines' tables: rows as wide as a playdate, 20 for each of 1,000 users. */
export async function fillBaseline(pool: pg.Pool): Promise<void> {
  await run(pool, [
    `create table baseline_item as
      select ${id('playdate', 'n')} as id, ${id('user', 'n / 20 + 1')} as user_id, 'single' as type,
        'accepted' as status, ${id('caregiver', 'n / 20 + 1')} as owner_id, 'The park' as location1,
        'The library' as location2, array[now()] as proposed_times, 'The park' as accepted_location,
        now() as accepted_time, 120 as duration_minutes, 1 as version, now() as created_at, now() as updated_at
      from generate_series(0, ${small.caregivers * 20 - 1}) n`,
    'alter table baseline_item add primary key (id)',
    'create index baseline_item_user_id_idx on baseline_item (user_id, id)',
    `create table baseline_line (id bigint generated always as identity primary key, text text not null,
      created_at timestamptz not null default now())`,
  ])
  await pool.query('vacuum analyze baseline_item')
}

async function run(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await pool.query(statement)
}
