import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { createChild, deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { askNext, getAsk, stopAsking } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { addReport } from '#test/reports.ts'
import { addGuardian, addHelper, addParent, addPerson, connect, type Parent } from '#test/world.ts'
import { doDue } from '../../../due.ts'

const zone = 'America/New_York'
const hour = 3_600_000
const log = pino({ level: 'silent' })

let t: TestApp
let queue: Queue
let priya: Parent
let amara: Parent
let sofia: Parent
let daniel: Parent
let connections: string[]
beforeAll(async () => {
  t = await testApp()
  queue = await startQueue(t.database.url, [], { log })
})
beforeEach(async () => {
  await t.reset()
  const family = (name: string, child: string) =>
    addParent(t.database, { name, children: [{ firstName: child }] })
  priya = await family('Priya', 'Anika')
  amara = await family('Amara', 'Zuri')
  sofia = await family('Sofia', 'Mateo')
  daniel = await family('Daniel', 'Hana')
  connections = []
  for (const friend of [amara, sofia, daniel]) connections.push(await connect(t.database, priya, friend))
  setClock(10, { days: 1 })
})
afterAll(async () => {
  await queue.close()
  await t.close()
})

/** Sets the app's clock to a wall time where Priya lives, today or that many days later. */
function setClock(at: number, { days = 0, minute = 0 } = {}): void {
  const wall = wallTime(t.clock.now(), zone)
  t.clock.shift(instantOf({ ...wall, day: wall.day + days, hour: at, minute }, zone) - t.clock.now())
}

const due = () => doDue({ db: t.database.kysely, queue, clock: t.clock, log })
const later = async (ms: number) => {
  t.clock.shift(ms)
  await due()
}

const place = 'The park'
const timesIn = (...hours: number[]) =>
  hours.map((each) => new Date(t.clock.now() + each * hour).toISOString())

async function order(more: object = {}, families = [amara, sofia, daniel]) {
  const children = families.map((each) => each.children[0])
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: children.slice(0, 1),
    proposedLocations: { option1: place },
    proposedTimes: timesIn(200),
    order: children,
    ...more,
  }
  return t.call(createPlaydate, { body }, { as: priya })
}

async function asked(more: object = {}) {
  const reply = await order(more)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const read = async (id: string) => (await t.call(getAsk, { params: { id } }, { as: priya })).body.data
const states = async (id: string) => (await read(id)).steps.map(({ state }) => state)
const requestsOf = async (as: Parent) =>
  (await t.call(listPlaydates, { query: { status: 'pending' } }, { as })).body.data.items
const said = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

async function answer(as: Parent, id: string, call: 'accept' | 'reject' | 'counter'): Promise<number> {
  const found = (await t.call(getPlaydate, { params: { id } }, { as })).body.data
  const acceptedTime = found.proposedTimes[0]
  if (call === 'accept') {
    return (await t.call(acceptPlaydate, { body: { id, acceptedLocation: place, acceptedTime } }, { as }))
      .status
  }
  if (call === 'reject') return (await t.call(rejectPlaydate, { body: { id } }, { as })).status
  const body = {
    type: 'single',
    ownerChildren: found.ownerChildren.map(({ _id }) => _id),
    recipientChildren: found.recipientChildren.map(({ _id }) => _id),
    proposedLocations: { option1: place },
    proposedTimes: timesIn(210),
    version: found.version,
  }
  return (await t.call(counterPlaydate, { params: { id }, body }, { as })).status
}

describe('an order', () => {
  test('asks only the first family', { tags: ['PLAN-12'] }, async () => {
    const made = await asked()
    expect(made.ask).toEqual({ id: made.ask?.id, position: 1, of: 3 })
    expect(await states(made.ask?.id ?? '')).toEqual(['asked', 'next', 'waiting'])
    expect(
      [await requestsOf(amara), await requestsOf(sofia), await requestsOf(daniel)].map((all) => all.length),
    ).toEqual([1, 0, 0])
  })

  test.each([
    ['one family only', { order: [0] }, 'Pick two to six families'],
    ['the same family twice', { order: [0, 1, 0] }, "They're on your list already"],
    ['another first one', { order: [1, 0] }, 'Pick two to six families'],
  ])('refuses %s', { tags: ['PLAN-12'] }, async (_what, { order: places }, text) => {
    const families = [amara, sofia, daniel]
    const reply = await order({
      recipientChildren: amara.children,
      order: places.map((each) => families[each]?.children[0]),
    })
    expect([reply.status, reply.body.error]).toEqual([400, text])
    expect(reply.body.fields).toEqual({ order: text })
    expect(await requestsOf(amara)).toEqual([])
  })

  test('refuses two children of one family, and a child its maker can’t see', {
    tags: ['PLAN-12'],
  }, async () => {
    const twins = await addParent(t.database, {
      name: 'Tess',
      children: [{ firstName: 'Ada' }, { firstName: 'Eve' }],
    })
    await connect(t.database, priya, twins)
    const twice = await order({ order: [amara.children[0], ...twins.children] })
    expect([twice.status, twice.body.error]).toEqual([400, "They're on your list already"])
    const stranger = await addParent(t.database)
    expect((await order({ order: [amara.children[0], stranger.children[0]] })).status).toBe(404)
  })

  test('can’t be combined with a repeating playdate', { tags: ['PLAN-12'] }, async () => {
    const reply = await order({ repeat: { everyWeeks: 1, until: timesIn(600)[0]?.slice(0, 10) } })
    expect([reply.status, reply.body.error]).toEqual([400, 'A repeating playdate asks one family'])
  })

  test('is refused beyond five at once, and counts once among the requests of the hour', {
    tags: ['PLAN-82'],
  }, async () => {
    for (let n = 0; n < 5; n += 1) await asked({ proposedTimes: timesIn(200 + n) })
    const sixth = await order()
    expect([sixth.status, sixth.body.error]).toEqual([409, "You're asking five lists already."])
    const { rows } = await t.database.pool.query(
      `select key, points from rate_limit where key like 'requests%'`,
    )
    expect(rows.map(({ points }) => points)).toEqual([6])
    await answer(amara, (await requestsOf(amara))[0]?._id ?? '', 'reject')
    await due()
    const after = await t.database.pool.query(`select points from rate_limit where key like 'requests%'`)
    expect(after.rows.map(({ points }) => points)).toEqual([6])
  })

  test('asks the next family after a no, and notifies its maker once', { tags: ['PLAN-13'] }, async () => {
    const made = await asked()
    expect(await answer(amara, made._id, 'reject')).toBe(200)
    await Promise.all([due(), due()])
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'asked', 'next'])
    expect((await requestsOf(sofia)).length).toBe(1)
    expect(await said(priya)).toEqual(["Amara can't make it. We asked the next family"])
  })

  test('asks the next family if nobody answers in time', { tags: ['PLAN-14'] }, async () => {
    const made = await asked({ wait: 'hours' })
    await later(5 * hour)
    expect((await t.call(getPlaydate, { params: { id: made._id } }, { as: amara })).body.data).toMatchObject({
      status: 'cancelled',
      endedAs: 'over',
    })
    expect(await states(made.ask?.id ?? '')).toEqual(['unanswered', 'asked', 'next'])
    expect(await said(priya)).toEqual(["Amara didn't answer in time. We asked the next family"])
    const [next] = await requestsOf(sofia)
    expect(Date.parse(next?.answerBy ?? '')).toBeGreaterThan(t.clock.now())
  })

  test('asks nobody at night, and continues at 7 am', { tags: ['PLAN-19'] }, async () => {
    const made = await asked()
    setClock(22)
    await answer(amara, made._id, 'reject')
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'next', 'waiting'])
    setClock(6, { days: 1, minute: 59 })
    await due()
    expect(await requestsOf(sofia)).toEqual([])
    setClock(7)
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'asked', 'next'])
  })

  test('asks nobody else while its maker has a counter-proposal to answer', {
    tags: ['PLAN-20'],
  }, async () => {
    const made = await asked({ wait: 'hours' })
    await answer(amara, made._id, 'counter')
    await later(26 * hour)
    expect(await states(made.ask?.id ?? '')).toEqual(['countered', 'next', 'waiting'])
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('ends with the first yes', { tags: ['PLAN-23'] }, async () => {
    const made = await asked()
    await answer(amara, made._id, 'reject')
    await due()
    const [second] = await requestsOf(sofia)
    expect(await answer(sofia, second?._id ?? '', 'accept')).toBe(200)
    for (const _ of [1, 2]) {
      expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'done', endedAs: null })
      expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'accepted', 'waiting'])
      await later(hour)
    }
    expect(await requestsOf(daniel)).toEqual([])
  })

  test('ends when every family has said no, and notifies its maker', async () => {
    const made = await asked()
    for (const family of [amara, sofia, daniel]) {
      const [open] = await requestsOf(family)
      await answer(family, open?._id ?? '', 'reject')
      await due()
    }
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'ended', endedAs: 'nobody' })
    expect((await said(priya))[0]).toBe('Nobody on your list could make it')
  })

  test('leaves out times that are too near, and ends once none is left', {
    tags: ['PLAN-27'],
  }, async () => {
    const made = await asked({ proposedTimes: timesIn(3, 9) })
    t.clock.shift(2 * hour)
    await answer(amara, made._id, 'reject')
    await due()
    const [second] = await requestsOf(sofia)
    expect(second?.proposedTimes).toHaveLength(1)
    t.clock.shift(5.5 * hour)
    await answer(sofia, second?._id ?? '', 'reject')
    await due()
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'ended', endedAs: 'past' })
    expect((await said(priya))[0]).toBe('Your times have passed')
  })

  test('shows a family that blocked its maker like one that is no longer a friend', {
    tags: ['PLAN-26'],
  }, async () => {
    const made = await asked()
    await t.call(blockCaregiver, { params: { caregiver: priya.caregiverId }, body: {} }, { as: sofia })
    await t.call(removeConnection, { params: { id: connections[2] ?? '' } }, { as: daniel })
    await answer(amara, made._id, 'reject')
    await due()
    const { steps, endedAs } = await read(made.ask?.id ?? '')
    expect(endedAs).toBe('nobody')
    const look = steps
      .slice(1)
      .map(({ state, caregiver, child }) => [state, caregiver.name, child.firstName, child.photo])
    expect(look[0]).toEqual(look[1])
    expect(look[0]?.[0]).toBe('failed')
  })

  test('asks the next family if its maker blocks the asked one', { tags: ['PLAN-26'] }, async () => {
    const made = await asked()
    await t.call(blockCaregiver, { params: { caregiver: amara.caregiverId }, body: {} }, { as: priya })
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['failed', 'asked', 'next'])
  })

  test.each(['asked family', 'maker'])(
    'ends after its maker cancels the request, even if the %s then blocks the other',
    {
      tags: ['PLAN-26'],
    },
    async (by) => {
      const [blocker, { caregiverId: caregiver }] = by === 'maker' ? [priya, amara] : [amara, priya]
      const made = await asked()
      await t.call(cancelPlaydate, { body: { id: made._id } }, { as: priya })
      await t.call(blockCaregiver, { params: { caregiver }, body: {} }, { as: blocker })
      await due()
      expect((await read(made.ask?.id ?? '')).endedAs).toBe('stopped')
      expect(await requestsOf(sofia)).toEqual([])
    },
  )

  test('hides a place that was removed, and ends if no other place is left', {
    tags: ['SAFE-45'],
  }, async () => {
    const made = await asked({ proposedLocations: { option1: 'You all smell' } })
    const id = made.ask?.id ?? ''
    const report = await addReport(t, amara, { kind: 'playdate', target: made._id })
    expect(await answer(amara, made._id, 'reject')).toBe(200)
    await due()
    const admin = await addPerson(t.database, { isAdmin: true })
    const body = { reports: [report], kind: 'none', remove: [report] }
    const params = { subject: priya.caregiverId }
    expect((await t.call(decideReports, { params, body }, { as: admin })).status).toBe(200)
    const nowhere = { option1: '', option2: null, option3: null }
    const sent = (await t.call(getPlaydate, { params: { id: made._id } }, { as: amara })).body.data
    const [open] = await requestsOf(sofia)
    expect([sent.proposedLocations, open?.proposedLocations]).toEqual([nowhere, nowhere])
    expect((await read(id)).proposedLocations).toEqual({ option1: null, option2: null, option3: null })
    expect(await answer(sofia, open?._id ?? '', 'reject')).toBe(200)
    await due()
    expect(await requestsOf(daniel)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'ended', endedAs: 'stopped' })
  })

  test('continues with the children its maker still has, and ends once the last is deleted', {
    tags: ['PLAN-13'],
  }, async () => {
    const body = { firstName: 'Rohan', lastNameInitial: 'E' }
    const rohan = (await t.call(createChild, { body }, { as: priya })).body.data._id
    const made = await asked({ ownerChildren: [...priya.children, rohan] })
    expect((await t.call(deleteChild, { params: { id: rohan } }, { as: priya })).status).toBe(200)
    await answer(amara, made._id, 'reject')
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'asked', 'next'])
    const [request] = await requestsOf(sofia)
    expect(request?.ownerChildren.map(({ firstName }) => firstName)).toEqual(['Anika'])

    await t.call(deleteChild, { params: { id: priya.children[0] ?? '' } }, { as: priya })
    await due()
    expect((await read(made.ask?.id ?? '')).endedAs).toBe('stopped')
    expect(await said(priya)).not.toContain('Nobody on your list could make it')
    expect(await requestsOf(daniel)).toEqual([])
  })
})

describe('the maker of an order', () => {
  test('may ask the next family after a no without waiting for the job that runs each minute', {
    tags: ['PLAN-22'],
  }, async () => {
    const made = await asked()
    await answer(amara, made._id, 'reject')
    const params = { id: made.ask?.id ?? '' }
    const { version } = await read(params.id)
    const next = await t.call(askNext, { params, body: { version } }, { as: priya })
    expect(
      next.body.data?.steps.map(({ state }) => state),
      next.text,
    ).toEqual(['rejected', 'asked', 'next'])
  })

  test('can neither ask next nor stop after a yes, even if that is then cancelled', {
    tags: ['PLAN-22', 'PLAN-23'],
  }, async () => {
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    const tries = async () => {
      const body = { version: (await read(params.id)).version }
      const replies = [askNext, stopAsking].map((call) => t.call(call, { params, body }, { as: priya }))
      return (await Promise.all(replies)).map(({ status }) => status)
    }
    expect(await answer(amara, made._id, 'accept')).toBe(200)
    // Before the job of the minute runs, and after it.
    expect(await tries()).toEqual([409, 409])
    await due()
    expect(await tries()).toEqual([409, 409])
    expect(await states(params.id)).toEqual(['accepted', 'waiting', 'waiting'])
    // Nor is anybody else asked once the confirmed playdate is off again.
    await t.call(cancelPlaydate, { body: { id: made._id } }, { as: amara })
    expect(await tries()).toEqual([409, 409])
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('can’t ask next if the yes is followed by a cancellation before the minute’s job runs', {
    tags: ['PLAN-22', 'PLAN-23'],
  }, async () => {
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    await answer(amara, made._id, 'accept')
    await t.call(cancelPlaydate, { body: { id: made._id } }, { as: amara })
    const { version } = await read(params.id)
    expect((await t.call(askNext, { params, body: { version } }, { as: priya })).status).toBe(409)
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('can’t ask next with a version from before a counter-proposal', { tags: ['PLAN-22'] }, async () => {
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    const { version } = await read(params.id)
    await answer(amara, made._id, 'counter')
    expect((await t.call(askNext, { params, body: { version } }, { as: priya })).status).toBe(409)
    expect(await states(params.id)).toEqual(['countered', 'next', 'waiting'])
  })

  test('is not notified when their own no lets the order ask the next family', {
    tags: ['PLAN-20'],
  }, async () => {
    const made = await asked()
    await answer(amara, made._id, 'counter')
    await answer(priya, made._id, 'reject')
    await due()
    expect(await states(made.ask?.id ?? '')).toEqual(['rejected', 'asked', 'next'])
    expect((await said(priya)).filter((title) => title.includes('next family'))).toEqual([])
  })

  test('is notified of a no by the other guardian of their side', async () => {
    const dev = await addParent(t.database, { name: 'Dev' })
    for (const child of priya.children) await addGuardian(t.database, child, dev)
    const made = await asked()
    await answer(amara, made._id, 'counter')
    expect(await answer(dev, made._id, 'reject')).toBe(200)
    expect(await said(priya)).toContain('Dev declined a playdate for your child')
  })

  test('sees it end once all times have passed, even if its clock is stopped', {
    tags: ['PLAN-20', 'PLAN-21'],
  }, async () => {
    const made = await asked({ wait: 'day' })
    const room = await t.call(getRoom, { params: { id: made._id }, query: {} }, { as: amara })
    const chatRoom = room.body.data.chatRoom._id
    const body = { chatRoom, message: { text: 'Let me check!' } }
    expect((await t.call(sendMessage, { body }, { as: amara })).status).toBe(200)
    await later(150 * hour)
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'asking' })
    setClock(10, { days: 7 })
    await due()
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'ended', endedAs: 'past' })
    expect(await requestsOf(amara)).toEqual([])
  })

  test('asks nobody while suspended', async () => {
    const made = await asked()
    await answer(amara, made._id, 'reject')
    await t.database.pool.query(
      `update app_user set standing = 'suspended', standing_until = 'infinity' where id = $1`,
      [priya.userId],
    )
    await due()
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('sees it end if the other guardian of their side cancels its request', async () => {
    const dev = await addParent(t.database, { name: 'Dev' })
    for (const child of priya.children) await addGuardian(t.database, child, dev)
    const made = await asked()
    expect((await t.call(cancelPlaydate, { body: { id: made._id } }, { as: dev })).status).toBe(200)
    await due()
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'ended', endedAs: 'stopped' })
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('keeps it after the other guardian takes over its request, and may stop it', {
    tags: ['PLAN-25', 'PLAN-24'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
    for (const child of priya.children) await addGuardian(t.database, child, dev)
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    expect(await answer(amara, made._id, 'counter')).toBe(200)
    const body = {
      type: 'single',
      ownerChildren: dev.children,
      recipientChildren: amara.children,
      proposedLocations: { option1: place },
      proposedTimes: timesIn(210),
      version: made.version + 1,
    }
    const reply = await t.call(counterPlaydate, { params: { id: made._id }, body }, { as: dev })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.owner.name).toBe('Dev')
    expect('ask' in reply.body.data).toBe(false)
    expect(await states(params.id)).toEqual(['failed', 'next', 'waiting'])
    // Dev is notified of its no, which doesn't count for the order.
    expect(await answer(amara, made._id, 'reject')).toBe(200)
    expect((await said(dev))[0]).toBe('Amara can’t make it to your playdate')
    await due()
    expect(await states(params.id)).toEqual(['failed', 'asked', 'next'])
    expect(await requestsOf(sofia)).toHaveLength(1)
    expect((await t.call(getPlaydate, { params: { id: made._id } }, { as: priya })).status).toBe(404)
    const { version } = await read(params.id)
    const stopped = await t.call(stopAsking, { params, body: { version } }, { as: priya })
    expect(stopped.status, stopped.text).toBe(200)
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('may ask the next family now; the asked one sees it as an ordinary cancellation', {
    tags: ['PLAN-22', 'PLAN-17'],
  }, async () => {
    const made = await asked({ wait: 'day' })
    const params = { id: made.ask?.id ?? '' }
    const { version } = await read(params.id)
    const next = await t.call(askNext, { params, body: { version } }, { as: priya })
    expect(next.body.data.steps.map(({ state }) => state)).toEqual(['unanswered', 'asked', 'next'])
    const found = (await t.call(getPlaydate, { params: { id: made._id } }, { as: amara })).body.data
    expect(found).toMatchObject({ status: 'cancelled', endedAs: null, cancelReason: null })
    expect('ask' in found).toBe(false)
    const again = await t.call(askNext, { params, body: { version } }, { as: priya })
    expect(again.status).toBe(409)
    const plain = await asked({ order: undefined, wait: 'day', proposedTimes: timesIn(230) })
    await t.call(cancelPlaydate, { body: { id: plain._id } }, { as: priya })
    const notices = await said(amara)
    expect(notices[0]).toBe(notices[2])
  })

  test('may stop it, which cancels the open request', { tags: ['PLAN-24'] }, async () => {
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    const { version } = await read(params.id)
    const reply = await t.call(stopAsking, { params, body: { version } }, { as: priya })
    expect(reply.body.data).toMatchObject({ status: 'ended', endedAs: 'stopped' })
    expect((await said(amara))[0]).toBe('Priya cancelled your playdate')
    await due()
    expect([await requestsOf(amara), await requestsOf(sofia)]).toEqual([[], []])
  })

  test('ends it by cancelling the open request', async () => {
    const made = await asked()
    await t.call(cancelPlaydate, { body: { id: made._id } }, { as: priya })
    await due()
    expect(await read(made.ask?.id ?? '')).toMatchObject({ status: 'ended', endedAs: 'stopped' })
    expect(await requestsOf(sofia)).toEqual([])
  })

  test('is the only one who can read or change it, or see that a request belongs to it', {
    tags: ['PLAN-25', 'PLAN-17'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev' })
    const nana = await addParent(t.database, { name: 'Nana' })
    for (const child of priya.children) {
      await addGuardian(t.database, child, dev)
      await addHelper(t.database, child, nana, { adder: priya })
    }
    const made = await asked()
    const params = { id: made.ask?.id ?? '' }
    const stranger = await addParent(t.database)
    for (const as of [amara, sofia, dev, nana, stranger]) {
      expect((await t.call(getAsk, { params }, { as })).status).toBe(404)
      for (const call of [askNext, stopAsking]) {
        expect((await t.call(call, { params, body: { version: 1 } }, { as })).status).toBe(404)
      }
    }
    for (const as of [amara, dev]) {
      const found = (await t.call(getPlaydate, { params: { id: made._id } }, { as })).body.data
      expect('ask' in found).toBe(false)
    }
  })
})
