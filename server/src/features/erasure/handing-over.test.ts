import { getRoom } from '@tagalong/contract/features/chat/chat.contract.ts'
import { leaveChild, stayWithChild } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  createPlaydate,
  getPlaydate,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goOnAsking } from '#features/playdates/asks/asks.service.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { allHandedOver, hoursPass } from '#test/places.ts'
import { addGuardian, addHelper, addParent, connect, makePremium, type Parent } from '#test/world.ts'
import { endPlace } from './handing-over.service.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let noa: Parent
let anika: string
let mira: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  const children = [{ firstName: 'Anika' }, { firstName: 'Mira' }]
  priya = await addParent(t.database, { name: 'Priya', children })
  dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  await connect(t.database, priya, noa)
  await makePremium(t.database, priya)
  const [first = '', second = ''] = priya.children
  anika = first
  mira = second
  // Dev becomes a guardian later.
  await hoursPass(t, anika, 48)
  await addGuardian(t.database, anika, dev)
})
afterAll(() => t.close())

const time = inHours(48).toISOString()

async function plan(type: 'single' | 'group', ownerChildren: string[], to: Parent = noa): Promise<string> {
  const body = {
    type,
    ownerChildren,
    recipientChildren: to.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [time],
  }
  const reply = await t.call(createPlaydate, { body }, { as: priya })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}
const accept = (id: string, as: Parent) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: time, version: 1 } },
    { as },
  )
const seen = async (as: Parent, id: string) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const namesOf = (children: readonly { firstName: string }[]) => children.map(({ firstName }) => firstName)
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const standing = async (id: string, side: string) => {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select name from playdate_caregiver join caregiver on caregiver.id = caregiver_id
      where playdate_id = $1 and side = $2 and since <= now() and until > now() order by name`,
    [id, side],
  )
  return rows.map(({ name }) => name)
}

const queue = { enqueue: async () => undefined, close: async () => undefined }

/** Runs the orders' job at noon: at night nobody is asked. */
async function goOn(): Promise<void> {
  const wall = wallTime(t.clock.now(), 'America/New_York')
  t.clock.shift(
    instantOf({ ...wall, day: wall.day + 1, hour: 12, minute: 0 }, 'America/New_York') - t.clock.now(),
  )
  await goOnAsking({ db: t.database.kysely, queue, clock: t.clock, log: pino({ level: 'silent' }) })
}

/** Priya's order: Noa, then Sam. */
async function order(ownerChildren: string[]): Promise<string> {
  const sam = await addParent(t.database, { name: 'Sam', children: [{ firstName: 'Lou' }] })
  await connect(t.database, priya, sam)
  const body = {
    type: 'single',
    ownerChildren,
    recipientChildren: noa.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(200).toISOString()],
    order: [...noa.children, ...sam.children],
  }
  const reply = await t.call(createPlaydate, { body }, { as: priya })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.ask?.id ?? ''
}

async function stepsOf(ask: string) {
  return (await t.call(getAsk, { params: { id: ask } }, { as: priya })).body.data.steps
}

const suspend = (whom: Parent, span: string) =>
  t.database.pool.query(
    `update app_user set standing = 'suspended', standing_until = now() + $2::interval where id = $1`,
    [whom.userId, span],
  )

/** Priya leaves Anika, and the day until her place ends passes. */
async function leave(): Promise<void> {
  const reply = await t.call(leaveChild, { params: { id: anika } }, { as: priya })
  expect(reply.status, reply.text).toBe(200)
  await hoursPass(t, anika, 24)
  await allHandedOver(t)
}

describe('a guardian who left', () => {
  test('hands over what they arranged, except their own events', { tags: ['HOME-37'] }, async () => {
    const request = await plan('single', [anika])
    const confirmed = await plan('single', [anika])
    await accept(confirmed, noa)
    const event = await plan('group', [anika])
    const past = await plan('single', [anika])
    await accept(past, noa)
    await t.database.pool.query(
      `update playdate set accepted_time = now() - interval '2 days' where id = $1`,
      [past],
    )
    await leave()

    for (const id of [request, confirmed]) {
      expect((await seen(noa, id)).owner.name).toBe('Dev')
      expect(await standing(id, 'owner')).toEqual(['Dev'])
    }
    expect((await seen(noa, request)).lastSubmittedBy).toBe(dev.caregiverId)
    expect(await seen(noa, event)).toMatchObject({
      status: 'cancelled',
      cancelCause: 'organiser',
      cancelReason: null,
    })
    const { rows } = await t.database.pool.query('select owner_id from playdate where id = $1', [past])
    expect(rows).toEqual([{ owner_id: priya.caregiverId }])
    expect(await titles(noa)).toContain('Priya’s children can’t come any more, so the event is off')
    expect((await titles(dev))[0]).toBe('Priya left')
    // The version that Noa saw is still the current one.
    expect((await accept(request, noa)).status).toBe(200)
    expect((await t.call(cancelPlaydate, { body: { id: confirmed } }, { as: dev })).status).toBe(200)
    for (const id of [request, confirmed, event, past]) {
      expect((await t.call(getPlaydate, { params: { id } }, { as: priya })).status).toBe(404)
    }
  })

  test('hands nothing over to a paused guardian', {
    tags: ['HOME-37', 'SAFE-46'],
  }, async () => {
    await makePremium(t.database, noa)
    const ask = async (type: 'single' | 'group') => {
      const proposal = { proposedLocations: { option1: 'The park' }, proposedTimes: [time] }
      const body = { type, ownerChildren: noa.children, recipientChildren: [anika], ...proposal }
      return (await t.call(createPlaydate, { body }, { as: noa })).body.data._id
    }
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    await addGuardian(t.database, anika, sam, { since: '-1 hour' })
    const [request, confirmed] = [await plan('single', [anika]), await plan('single', [anika])]
    await accept(confirmed, noa)
    const event = await ask('group')
    await suspend(dev, '30 days')
    await leave()
    for (const id of [request, confirmed]) {
      expect((await seen(noa, id)).owner.name).toBe('Sam')
    }
    expect((await seen(noa, event)).recipientChildren).toMatchObject([
      { firstName: 'Anika', caregiver: { name: 'Sam' } },
    ])
    expect((await t.call(cancelPlaydate, { body: { id: request } }, { as: sam })).status).toBe(200)
  })

  test('takes the child out of playdates during the pause of the only guardian left', {
    tags: ['HOME-91', 'SAFE-46'],
  }, async () => {
    const [request, soon, later] = [
      await plan('single', [anika]),
      await plan('single', [anika]),
      await plan('single', [anika]),
    ]
    for (const id of [soon, later]) await accept(id, noa)
    await t.database.pool.query('update playdate set accepted_time = $2 where id = $1', [
      later,
      inHours(24 * 9),
    ])
    await suspend(dev, '7 days')
    await leave()
    for (const id of [request, soon]) {
      expect(await seen(noa, id)).toMatchObject({ status: 'cancelled', cancelCause: 'children' })
    }
    expect((await seen(noa, later)).status).toBe('accepted')
    const { rows } = await t.database.pool.query('select owner_id from playdate where id = $1', [later])
    expect(rows).toEqual([{ owner_id: dev.caregiverId }])
  })

  test('has no order any more: nobody else is asked, and its request becomes a plain one', {
    tags: ['HOME-36', 'HOME-37', 'PLAN-25', 'PLAN-83'],
  }, async () => {
    const ask = await order([anika])
    const playdate = (await stepsOf(ask))[0]?.playdate ?? ''
    await leave()
    expect((await t.call(getAsk, { params: { id: ask } }, { as: priya })).status).toBe(404)
    expect((await t.call(getAsk, { params: { id: ask } }, { as: dev })).status).toBe(404)
    expect(await seen(dev, playdate)).toMatchObject({ owner: { name: 'Dev' } })
    expect(await seen(dev, playdate)).not.toHaveProperty('ask')
    const before = (await titles(priya)).length
    expect((await t.call(rejectPlaydate, { body: { id: playdate } }, { as: noa })).status).toBe(200)
    expect((await titles(dev))[0]).toBe('Noa can’t make it to your playdate')
    await goOn()
    expect(await titles(priya)).toHaveLength(before)
  })

  test('keeps asking for their other children', { tags: ['HOME-91'] }, async () => {
    const ask = await order([anika, mira])
    await leave()
    const playdate = (await stepsOf(ask))[0]?.playdate ?? ''
    expect(namesOf((await seen(priya, playdate)).ownerChildren)).toEqual(['Mira'])
    expect((await t.call(rejectPlaydate, { body: { id: playdate } }, { as: noa })).status).toBe(200)
    await goOn()
    const [, next] = await stepsOf(ask)
    expect(next?.state).toBe('asked')
    expect(namesOf((await seen(priya, next?.playdate ?? '')).ownerChildren)).toEqual(['Mira'])
  })

  test('keeps asking, and may stop, even if another guardian took over the open request', {
    tags: ['HOME-91', 'PLAN-24'],
  }, async () => {
    await addGuardian(t.database, mira, dev)
    const ask = await order([anika, mira])
    const playdate = (await stepsOf(ask))[0]?.playdate ?? ''
    await leave()
    expect(await seen(noa, playdate)).toMatchObject({ status: 'pending', owner: { name: 'Dev' } })
    await goOn()
    expect((await stepsOf(ask)).map(({ state }) => state)).toEqual(['failed', 'asked'])
    const params = { id: ask }
    const { version } = (await t.call(getAsk, { params }, { as: priya })).body.data
    const stopped = await t.call(stopAsking, { params, body: { version } }, { as: priya })
    expect(stopped.status, stopped.text).toBe(200)
    expect(stopped.body.data.status).toBe('ended')
    expect((await seen(noa, playdate)).status).toBe('pending')
  })

  test('whose order was accepted asks nobody else after another guardian took over the playdate', {
    tags: ['HOME-91'],
  }, async () => {
    await addGuardian(t.database, mira, dev)
    const ask = await order([anika, mira])
    const playdate = (await stepsOf(ask))[0]?.playdate ?? ''
    const body = { id: playdate, acceptedLocation: 'The park', acceptedTime: inHours(200).toISOString() }
    expect((await t.call(acceptPlaydate, { body }, { as: noa })).status).toBe(200)
    await leave()
    await goOn()
    expect((await t.call(getAsk, { params: { id: ask } }, { as: priya })).body.data.status).toBe('done')
  })

  test('takes the child out of playdates with a sibling for whom nobody else may act', {
    tags: ['HOME-91'],
  }, async () => {
    const both = await plan('single', [anika, mira])
    const event = await plan('group', [anika, mira])
    await leave()
    for (const id of [both, event]) {
      expect(namesOf((await seen(priya, id)).ownerChildren)).toEqual(['Mira'])
      expect((await seen(priya, id)).owner.name).toBe('Priya')
      expect(await standing(id, 'owner')).toEqual(['Priya'])
      expect((await t.call(getPlaydate, { params: { id } }, { as: dev })).status).toBe(404)
    }
    expect((await seen(priya, event)).status).toBe('accepted')
    expect(await titles(noa)).toContain('Priya changed who is coming to your playdate')
    expect(await titles(dev)).toContain('Priya’s children can’t come any more, so your playdate is off')
    expect((await t.call(cancelPlaydate, { body: { id: both } }, { as: priya })).status).toBe(200)
  })

  test('causes a notice that can’t be switched off if the other guardian loses a playdate within a day', {
    tags: ['HOME-91', 'TIME-74'],
  }, async () => {
    const [both, event] = [await plan('single', [anika, mira]), await plan('group', [anika, mira])]
    await accept(both, noa)
    await t.database.pool.query(`update playdate set accepted_time = now() + interval '20 hours'`)
    await leave()
    const { rows } = await t.database.pool.query(
      `select message, playdate_id, starts_at is not null as is_certain from notification
      where user_id = $1 and message like '%.childrenGone' order by message`,
      [dev.userId],
    )
    expect(rows).toEqual([
      { message: 'event.childrenGone', playdate_id: event, is_certain: true },
      { message: 'playdate.childrenGone', playdate_id: both, is_certain: true },
    ])
  })

  test('notifies no helper of an event that their child has not accepted', {
    tags: ['HOME-25', 'HOME-91'],
  }, async () => {
    const [gran, sitter] = [
      await addParent(t.database, { name: 'Gran', children: [] }),
      await addParent(t.database, { name: 'Sitter', children: [] }),
    ]
    await addHelper(t.database, anika, gran, { adder: dev })
    await addHelper(t.database, noa.children[0], sitter, { adder: noa })
    await plan('group', [anika, mira])
    await leave()
    expect(await titles(gran)).toEqual([
      'A playdate you help with was cancelled',
      'A playdate you help with was confirmed',
    ])
    expect(await titles(sitter)).toEqual([])
  })

  test('leaves helpers without a place, who are notified once of that and of what is off', {
    tags: ['HOME-25', 'HOME-91'],
  }, async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    const sitter = await addParent(t.database, { name: 'Sitter', children: [] })
    await addHelper(t.database, anika, gran, { adder: priya })
    await addHelper(t.database, anika, sitter, { adder: priya })
    await addHelper(t.database, mira, sitter, { adder: priya })
    const [request, passed] = [await plan('single', [anika, mira]), await plan('single', [anika])]
    const both = await plan('single', [anika, mira])
    for (const id of [passed, both]) expect((await accept(id, noa)).status).toBe(200)
    const event = await plan('group', [anika])
    await leave()
    await endPlace(
      { db: t.database.kysely, queue, clock: t.clock },
      { child: anika, caregiver: priya.caregiverId },
    )
    const heard = async ({ userId }: Parent) => {
      const { rows } = await t.database.pool.query<{ message: string; playdate_id: string | null }>(
        `select message, playdate_id from notification
          where user_id = $1 and message <> 'help.confirmed' order by message, playdate_id`,
        [userId],
      )
      return rows.map(({ message, playdate_id }) => [message, playdate_id])
    }
    expect(await heard(gran)).toEqual([
      ['help.cancelled', both],
      ['help.cancelled', event],
      ['place.ends', null],
    ])
    expect(await heard(sitter)).toEqual([
      ['help.cancelled', event],
      ['help.changed', both],
      ['place.ends', null],
    ])
    for (const id of [request, passed, both, event]) {
      expect((await t.call(getPlaydate, { params: { id } }, { as: gran })).status).toBe(404)
    }
  })

  test('has a playdate cancelled if the other guardian is on its other side', {
    tags: ['HOME-91'],
  }, async () => {
    await t.database.pool.query('delete from guardianship where child_id = $1 and caregiver_id = $2', [
      anika,
      dev.caregiverId,
    ])
    await connect(t.database, priya, dev)
    const id = await plan('single', [anika], dev)
    await addGuardian(t.database, anika, dev)
    await leave()
    expect(await seen(dev, id)).toMatchObject({ status: 'cancelled', cancelCause: 'children' })
    expect(await titles(dev)).toContain('Priya’s children can’t come any more, so your playdate is off')
  })

  test('takes the child off the recipient’s side, too, if only they may act for a sibling there', {
    tags: ['HOME-91'],
  }, async () => {
    const body = {
      type: 'single',
      ownerChildren: noa.children,
      recipientChildren: [anika],
      proposedLocations: { option1: 'The park' },
      proposedTimes: [time],
    }
    const { _id: id } = (await t.call(createPlaydate, { body }, { as: noa })).body.data
    await t.database.pool.query(
      `insert into playdate_child (playdate_id, child_id, caregiver_id, side) values ($1, $2, $3, 'recipient')`,
      [id, mira, priya.caregiverId],
    )
    await leave()
    expect(namesOf((await seen(noa, id)).recipientChildren)).toEqual(['Mira'])
    expect(await standing(id, 'recipient')).toEqual(['Priya'])
  })

  test('is replaced by name by the remaining guardian, also in the private room', async () => {
    const invite = async (type: 'single' | 'group') => {
      const proposal = { proposedLocations: { option1: 'The park' }, proposedTimes: [time] }
      const body = { type, ownerChildren: noa.children, recipientChildren: [anika], ...proposal }
      return (await t.call(createPlaydate, { body }, { as: noa })).body.data._id
    }
    await makePremium(t.database, noa)
    const ids = [await invite('single'), await invite('group')]
    const room = async (as: Parent, recipientCaregiverId: string) =>
      (await t.call(getRoom, { params: { id: ids[1] }, query: { recipientCaregiverId } }, { as })).status
    expect(await room(noa, dev.caregiverId)).toBe(404)
    await leave()
    for (const id of ids) {
      const { recipientChildren, recipientCaregivers } = await seen(noa, id)
      expect(recipientChildren).toMatchObject([{ firstName: 'Anika', caregiver: { name: 'Dev' } }])
      expect(recipientCaregivers.map(({ name }) => name)).toContain('Dev')
      expect(await standing(id, 'recipient')).toEqual(['Dev'])
    }
    expect(await room(noa, dev.caregiverId)).toBe(200)
    expect(await room(dev, dev.caregiverId)).toBe(200)
    expect(await room(priya, priya.caregiverId)).toBe(404)
  })

  test('doesn’t get back what was handed over when they return', { tags: ['HOME-37'] }, async () => {
    await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
      priya.caregiverId,
    ])
    const id = await plan('single', [anika])
    expect((await accept(id, noa)).status).toBe(200)
    expect(await seen(dev, id)).toMatchObject({ mayAct: false })
    await leave()
    await t.database.pool.query(
      `update guardianship set since = now() - interval '1 minute', until = null, ended_by = null
        where child_id = $1 and caregiver_id = $2`,
      [anika, priya.caregiverId],
    )
    expect(await seen(dev, id)).toMatchObject({ mayAct: true, acceptedLocation: 'The park' })
  })

  test('has invites, helpers and introductions ended, but not an administrator’s restoration', async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, anika, gran, { adder: priya })
    const id = await plan('single', [anika])
    await accept(id, noa)
    const soon = await addParent(t.database, { name: 'Soon', children: [] })
    await t.database.pool.query(
      `insert into guardian_invite (id, child_id, invited_by, label, role, token_hash, status, expires_at)
        values (gen_random_uuid(), $1, $2, 'Gran', 'guardian', 'x', 'sent', now() + interval '7 days')`,
      [anika, priya.caregiverId],
    )
    await t.database.pool.query(
      `insert into guardianship (child_id, caregiver_id, role, since, added_by)
        values ($1, $2, 'guardian', now() + interval '40 hours', $3)`,
      [anika, soon.caregiverId, priya.caregiverId],
    )
    const back = await addParent(t.database, { name: 'Back', children: [] })
    await t.database.pool.query(
      `insert into guardianship (child_id, caregiver_id, role, since, added_by, reason)
        values ($1, $2, 'guardian', now() + interval '40 hours', $3, 'An administrator brings them back.')`,
      [anika, back.caregiverId, priya.caregiverId],
    )
    await t.database.pool.query(
      'insert into introduction (from_id, to_id, friend_id, child_id) values ($1, $2, $3, $4)',
      [priya.caregiverId, dev.caregiverId, noa.caregiverId, anika],
    )
    await leave()
    const rows = async (text: string) => (await t.database.pool.query(text)).rows
    expect(await rows('select status from guardian_invite')).toEqual([{ status: 'stopped' }])
    expect(await rows('select from introduction')).toEqual([])
    expect(await titles(soon)).toEqual(['Priya stopped an invite'])
    await hoursPass(t, anika, 17)
    expect(await standing(id, 'owner')).toEqual(['Back', 'Dev'])
  })

  test('is reported once, however often the job runs, and not if they stayed after all', async () => {
    await plan('single', [anika])
    expect((await t.call(leaveChild, { params: { id: anika } }, { as: priya })).status).toBe(200)
    expect((await t.call(stayWithChild, { params: { id: anika } }, { as: priya })).status).toBe(200)
    await hoursPass(t, anika, 24)
    await allHandedOver(t)
    expect(await titles(dev)).not.toContain('Priya left')
    await leave()
    const { rows } = await t.database.pool.query(
      `select md5(string_agg(n::text, '' order by id)) from notification n`,
    )
    const ctx = { db: t.database.kysely, queue, clock: t.clock }
    await endPlace(ctx, { child: anika, caregiver: priya.caregiverId })
    await endPlace(ctx, { child: anika, caregiver: dev.caregiverId })
    expect(
      (await t.database.pool.query(`select md5(string_agg(n::text, '' order by id)) from notification n`))
        .rows,
    ).toEqual(rows)
  })
})
