import { canonicalTimeZone } from '@tagalong/contract/values/canonical-time-zone.ts'
import { resolvedZone } from '@tagalong/contract/values/time-zone.ts'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createDatabase, dropDatabase, namePrefix } from '#test/postgres.ts'

/** A connection to what the release before left behind; it does what that release goes on doing while it still runs. */
let client: pg.Client
let name: string
beforeAll(async () => {
  name = `${namePrefix()}_upgrade_${process.env.VITEST_POOL_ID ?? '0'}`
  const url = await createDatabase(inject('postgresUrl'), name, undefined)
  await migrate(url, { upTo: '0036_papers.sql' })
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await fill()
  before = await readAll()
  await migrate(url)
}, 60_000)
afterAll(async () => {
  await client.end()
  await dropDatabase(inject('postgresUrl'), name)
})

type Row = Record<string, unknown>
const ask = async (text: string, ...values: unknown[]): Promise<Row[]> =>
  (await client.query(text, values)).rows
let before: Record<string, Row[]>

const families = 40
/** Time zones that Intl calls by old names. */
const oldZones = Intl.supportedValuesOf('timeZone').filter(
  (zone) => resolvedZone(zone) !== canonicalTimeZone(zone),
)
/** Each family's caregiver and two children, the second without hours. */
const people = Array.from({ length: families }, () => ({ id: newId(), children: [newId(), newId()] }))

async function addChild(id: string, caregiver: string, hours: object | null = null): Promise<void> {
  await ask(
    `insert into child (id, caregiver_id, first_name, last_name_initial, availability)
      values ($1, $2, 'Mia', 'E', $3)`,
    id,
    caregiver,
    hours && JSON.stringify(hours),
  )
}

interface Meeting {
  type: 'single' | 'group'
  status: string
  owner: number
  guests: number[]
}

/** Adds a playdate in one statement, as the release before does. */
async function addPlaydate({ type, status, owner, guests }: Meeting): Promise<string> {
  const [id, ownerId] = [newId(), people[owner]?.id]
  const invited = guests.map((each) => people[each]?.id)
  const carers = [ownerId, ...invited]
  await ask(
    `with playdate as (
        insert into playdate (id, type, status, owner_id, location1, proposed_times, accepted_location,
          accepted_time, last_submitted_by)
        values ($1, $2, $3, $4, 'The zoo', array[now() + interval '1 day'],
          case when $3 = 'accepted' then 'The zoo' end,
          case when $3 = 'accepted' then now() + interval '1 day' end, $4)
      ), caregivers as (
        insert into playdate_caregiver (playdate_id, caregiver_id, side)
        select $1, $4, 'owner' union all select $1, each, 'recipient' from unnest($5::uuid[]) each
      )
      insert into playdate_child (playdate_id, child_id, caregiver_id, side)
      select $1, child, carer, case carer when $4 then 'owner' else 'recipient' end
      from unnest($6::uuid[], $7::uuid[]) each (child, carer)`,
    id,
    type,
    status,
    ownerId,
    invited,
    [owner, ...guests].map((each) => people[each]?.children[0]),
    carers,
  )
  return id
}

const accounts = [newId(), newId(), newId()]

async function fill(): Promise<void> {
  const [group, pod] = [newId(), newId()]
  for (const id of accounts) await addAccount(id)
  await ask(`insert into caregiver_group (id, name, code) values ($1, 'Maple Street', 'x')`, group)
  await ask(`insert into pod (id, group_id, name) values ($1, $2, 'Ants')`, pod, group)
  for (const [index, { id, children }] of people.entries()) {
    await ask(
      `insert into caregiver (id, name, last_name, phone_number, zip_code, time_zone)
        values ($1, 'Anna', 'Example', $2, '94601', $3)`,
      id,
      `+1510334${1_000 + index}`,
      oldZones[index] ?? 'America/New_York',
    )
    const hours = [{ day: 'Mon', blocks: [{ start: 15, end: 16 + (index % 4) }] }]
    await addChild(children[0] ?? '', id, hours)
    await addChild(children[1] ?? '', id)
    const membership = newId()
    await ask(
      `insert into group_membership (id, group_id, caregiver_id, status) values ($1, $2, $3, 'approved')`,
      membership,
      group,
      id,
    )
    if (index % 3 === 0) await ask(`insert into pod_child values ($1, $2, $3)`, membership, children[0], pod)
  }
  await ask(`update child set deleted_at = now() where id = $1`, people[families - 1]?.children[1])
  for (let owner = 0; owner + 5 < families; owner += 1) {
    const single = await addPlaydate({ type: 'single', status: 'pending', owner, guests: [owner + 1] })
    if (owner % 2)
      await ask(`update playdate set last_submitted_by = $2 where id = $1`, single, people[owner + 1]?.id)
    const event = await addPlaydate({
      type: 'group',
      status: 'accepted',
      owner,
      guests: [owner + 2, owner + 3, owner + 4],
    })
    await answer(event, owner + 2, 'accepted')
    await answer(event, owner + 3, 'rejected')
  }
}

/** Adds an account with a device that gets pushes. */
async function addAccount(id: string): Promise<void> {
  await ask(`insert into app_user (id, email, password_hash) values ($1, $2, 'x')`, id, `${id}@example.org`)
  await ask(`insert into session (id, user_id, expires_at) values ($1, $1, now() + interval '30 days')`, id)
  await ask(
    `insert into push_subscription (id, endpoint, user_id, session_id, p256dh, auth)
      values ($1, $2, $1, $1, 'x', 'x')`,
    id,
    `https://push.example/${id}`,
  )
}

function answer(playdate: string, guest: number, response: string): Promise<Row[]> {
  return ask(
    `update playdate_caregiver set response = $3 where playdate_id = $1 and caregiver_id = $2`,
    playdate,
    people[guest]?.id,
    response,
  )
}

/** Reads all that an account reads, with the queries of the release before. */
async function readAll(): Promise<Record<string, Row[]>> {
  return {
    children: await ask(
      `select id, caregiver_id, first_name, availability, deleted_at from child order by id`,
    ),
    playdates: await ask(
      `select id, type, status, owner_id, last_submitted_by, version from playdate order by id`,
    ),
    caregivers: await ask(
      `select playdate_id, caregiver_id, side, response, playdate_status from playdate_caregiver order by 1, 2`,
    ),
    sides: await ask(`select playdate_id, child_id, caregiver_id, side from playdate_child order by 1, 2`),
    devices: await ask(`select id, endpoint, user_id, session_id, p256dh, auth, expired_at
      from push_subscription order by id`),
    pods: await ask(`select membership_id, child_id, pod_id from pod_child order by 1, 2`),
  }
}

describe('a database of the previous release', () => {
  test('reads as before, and each child’s caregiver is its only guardian', {
    tags: ['HOME-01'],
  }, async () => {
    expect(before.caregivers?.length).toBeGreaterThan(100)
    expect(before.caregivers?.filter(({ response }) => response === 'rejected').length).toBeGreaterThan(20)
    expect(await readAll()).toEqual(before)
    const places = await ask(`select child_id, caregiver_id, role, until from guardianship order by child_id`)
    expect(places).toEqual(
      before.children
        ?.filter(({ deleted_at }) => deleted_at === null)
        .map(({ id, caregiver_id }) => ({ child_id: id, caregiver_id, role: 'guardian', until: null })),
    )
    // Everybody who was on a side stays there for good, and is named.
    expect(
      await ask(`select from playdate_caregiver
        where role <> 'guardian' or since <> '-infinity' or until <> 'infinity' or not shown`),
    ).toEqual([])
    expect(
      await ask(`select from playdate
        where (last_side = 'owner') <> (last_submitted_by = owner_id)`),
    ).toEqual([])
    expect(
      await ask(`select from playdate_child join playdate_caregiver using (playdate_id, caregiver_id)
        where playdate_child.side = 'recipient'
          and playdate_child.response is distinct from playdate_caregiver.response`),
    ).toEqual([])
  })
})

test('each caregiver’s time zone has its current name', { tags: ['TIME-75'] }, async () => {
  expect(oldZones.length).toBeGreaterThan(10)
  const zones = people.map((_, index) => canonicalTimeZone(oldZones[index] ?? 'America/New_York'))
  const rows = await ask(`select time_zone from caregiver order by phone_number`)
  expect(rows.map(({ time_zone }) => time_zone)).toEqual(zones)
})

describe('an account', () => {
  const settings = `select id, mail, quiet_from, quiet_to from app_user`

  test('from before the upgrade is mailed daily, has quiet hours and gets one notice about it', {
    tags: ['TIME-114'],
  }, async () => {
    expect(before.devices).toHaveLength(accounts.length)
    const rows = accounts.map((id) => ({ id, mail: 'daily', quiet_from: 21, quiet_to: 7 }))
    expect(await ask(`${settings} where id = any($1) order by id`, accounts)).toEqual(rows)
    const notice = {
      message: 'settings.new',
      params: {},
      title: 'New: choose what you hear, and when',
      url: '/notification-settings',
      push_due_at: null,
      mail_due_at: null,
    }
    expect(
      await ask(`select user_id, message, params, title, url, push_due_at, mail_due_at
        from notification order by user_id`),
    ).toEqual(accounts.map((user_id) => ({ user_id, ...notice })))
  })

  test('made after the upgrade is mailed soon and gets no notice about it', {
    tags: ['TIME-114'],
  }, async () => {
    const id = newId()
    await addAccount(id)
    const [row] = await ask(`${settings} where id = $1`, id)
    expect(row).toEqual({ id, mail: 'soon', quiet_from: 21, quiet_to: 7 })
    expect(await ask(`select from notification where user_id = $1`, id)).toEqual([])
  })
})

describe('while the previous release still runs', () => {
  const countOf = async (text: string, ...values: unknown[]) => (await ask(text, ...values)).length

  test('a child that it creates has a guardian, and a child that it erases has none', async () => {
    const id = newId()
    await addChild(id, people[0]?.id ?? '')
    const places = () => countOf(`select from guardianship where child_id = $1`, id)
    expect(await places()).toBe(1)
    await ask(`update child set deleted_at = now() where id = $1`, id)
    expect(await places()).toBe(0)
  })

  test('a change that it saves increases the child’s version, and an unchanged save does not', async () => {
    const child = people[1]?.children[0]
    const version = async () => (await ask(`select version from child where id = $1`, child))[0]?.version
    const was = await version()
    await ask(`update child set school = 'Oak Street' where id = $1`, child)
    expect(await version()).toBe(Number(was) + 1)
    await ask(`update child set school = 'Oak Street' where id = $1`, child)
    expect(await version()).toBe(Number(was) + 1)
  })

  test('a playdate that it creates has all guardians on its sides, turns by side and the children’s answers', async () => {
    const other = people[20]?.id
    await ask(
      `insert into guardianship (child_id, caregiver_id, role, since)
        values ($1, $2, 'guardian', now() - interval '1 day')`,
      people[2]?.children[0],
      other,
    )
    const event = await addPlaydate({ type: 'group', status: 'accepted', owner: 1, guests: [2, 3] })
    const rows = () =>
      ask(
        `select side, shown, response from playdate_caregiver where playdate_id = $1 and caregiver_id = $2`,
        event,
        other,
      )
    expect(await rows()).toEqual([{ side: 'recipient', shown: false, response: null }])
    await answer(event, 2, 'accepted')
    expect(await rows()).toEqual([{ side: 'recipient', shown: false, response: 'accepted' }])
    const children = await ask(
      `select response from playdate_child where playdate_id = $1 and side = 'recipient' order by response`,
      event,
    )
    expect(children).toEqual([{ response: 'accepted' }, { response: null }])
    const request = await addPlaydate({ type: 'single', status: 'pending', owner: 1, guests: [2] })
    const lastSide = () => ask(`select last_side from playdate where id = $1`, request)
    expect(await lastSide()).toEqual([{ last_side: 'owner' }])
    await ask(`update playdate set last_submitted_by = $2 where id = $1`, request, people[2]?.id)
    expect(await lastSide()).toEqual([{ last_side: 'recipient' }])
  })

  test('a child’s caregiver becomes a remaining guardian, and the last guardian can’t be removed', async () => {
    const child = people[5]?.children[0]
    await ask(
      `insert into guardianship (child_id, caregiver_id, role, since) values ($1, $2, 'guardian', now())`,
      child,
      people[21]?.id,
    )
    const caregiver = async () =>
      (await ask(`select caregiver_id from child where id = $1`, child))[0]?.caregiver_id
    expect(await caregiver()).toBe(people[5]?.id)
    await ask(
      `update guardianship set until = now() where child_id = $1 and caregiver_id = $2`,
      child,
      people[5]?.id,
    )
    expect(await caregiver()).toBe(people[21]?.id)
    await expect(
      ask(
        `update guardianship set until = now() where child_id = $1 and caregiver_id = $2`,
        child,
        people[21]?.id,
      ),
    ).rejects.toThrow('has no guardian')
  })

  test('a child whom two guardians put into a pod is in it only once', async () => {
    const child = people[6]?.children[0]
    await ask(
      `insert into guardianship (child_id, caregiver_id, role, since) values ($1, $2, 'guardian', now())`,
      child,
      people[22]?.id,
    )
    const [pod] = await ask(`select id from pod`)
    for (const guardian of [people[6]?.id, people[22]?.id]) {
      await ask(
        `delete from pod_child where child_id = $1 and membership_id = (
        select id from group_membership where caregiver_id = $2)`,
        child,
        guardian,
      )
      await ask(
        `insert into pod_child select id, $1, $3 from group_membership where caregiver_id = $2`,
        child,
        guardian,
        pod?.id,
      )
    }
    expect(await countOf(`select from pod_child where child_id = $1`, child)).toBe(1)
  })
})
