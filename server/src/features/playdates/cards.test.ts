import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { signView } from '@tagalong/contract/features/files/files.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Playdate } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  listEventResponses,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { getBlock } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAll } from '#features/playdates/playdates.db.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { givePhoto } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addRequest,
  connect,
  fingerprint,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let noa: Parent

beforeAll(async () => {
  t = await testApp()
})
/** Anika has two guardians. */
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  await addGuardian(t.database, priya.children[0], dev)
  await connect(t.database, priya, noa)
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const get = (as: Parent, id: string) => t.call(getPlaydate, { params: { id } }, { as })
const seen = async (as: Parent, id: string): Promise<Playdate> => {
  const reply = await get(as, id)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const accept = (as: Parent, id: string) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() } },
    { as },
  )
const cancel = (as: Parent, id: string, reason?: string) =>
  t.call(cancelPlaydate, { body: { id, ...(reason && { reason }) } }, { as })
const room = (as: Parent, id: string) => t.call(getRoom, { params: { id }, query: {} }, { as })
const say = (as: Parent, chatRoom: string) =>
  t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello!' } } }, { as })
const answer = (as: Parent, id: string, response: 'accepted' | 'rejected') =>
  t.call(respondToEvent, { body: { playdate: id, response, version: 1 } }, { as })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const listed = async (as: Parent, status: 'pending' | 'accepted') =>
  (await t.call(listPlaydates, { query: { status } }, { as })).body.data.items
/** Only adds the row. The real call also calls off what is to come between the two. */
const block = (blocker: Parent, blocked: Parent) =>
  sql(
    'insert into block (id, blocker_id, blocked_id) values (gen_random_uuid(), $1, $2)',
    blocker.caregiverId,
    blocked.caregiverId,
  )
const share = (parent: Parent, places: boolean) =>
  sql('update guardianship set shares_places = $2 where caregiver_id = $1', parent.caregiverId, places)

/** Expects that no call about it finds it, and that nothing changes. */
async function untouchable(as: Parent, id: string, chatRoom: string) {
  const { version } = await seen(as, id)
  const before = await fingerprint(t.database)
  const body = {
    type: 'single' as const,
    ownerChildren: noa.children,
    recipientChildren: priya.children,
    proposedLocations: { option1: 'Elsewhere' },
    proposedTimes: [inHours(48).toISOString()],
    version,
  }
  const replies: Reply[] = [
    await room(as, id),
    await say(as, chatRoom),
    await accept(as, id),
    await t.call(rejectPlaydate, { body: { id } }, { as }),
    await t.call(counterPlaydate, { params: { id }, body }, { as }),
    await cancel(as, id),
    await answer(as, id, 'rejected'),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
  expect(await fingerprint(t.database)).toBe(before)
}

const card = {
  mayAct: false,
  mayChat: false,
  proposedLocations: { option1: null, option2: null, option3: null },
  acceptedLocation: null,
  cancelReason: null,
  unread: 0,
  lookedAfterBy: { name: 'Priya' },
}

describe('a guardian who shares no places', () => {
  test('shows the other guardian only the card of a confirmed playdate', { tags: ['HOME-43'] }, async () => {
    const { id, roomId } = await addRequest(t.database, noa, priya)
    await share(priya, false)
    expect((await accept(priya, id)).status).toBe(200)
    expect((await say(noa, roomId)).status).toBe(200)
    const playdate = await seen(dev, id)
    expect(playdate).toMatchObject({
      ...card,
      status: 'accepted',
      acceptedTime: inHours(48).toISOString(),
      ownerChildren: [{ firstName: 'Zuri' }],
      recipientChildren: [{ firstName: 'Anika' }],
    })
    expect(JSON.stringify(await listed(dev, 'accepted'))).not.toMatch(/The park|The library/)
    await untouchable(dev, id, roomId)
    expect(await titles(dev)).not.toContainEqual(expect.stringContaining('message'))
    // The reason isn't shown on a card, either.
    expect((await cancel(noa, id, 'We have a cold')).status).toBe(200)
    expect(await seen(dev, id)).toMatchObject({ ...card, status: 'cancelled' })
    expect(await seen(priya, id)).toMatchObject({ cancelReason: 'We have a cold', lookedAfterBy: null })
    const [exported] = await listAll(t.database.kysely, dev.caregiverId, {
      after: undefined,
      onlyOver: false,
      limit: 9,
    })
    expect(JSON.stringify(exported)).not.toMatch(/The park|The library|cold/)
  })

  test('shows the other guardian only the card of an event, without its description and answers', async () => {
    const { id, roomId } = await addEvent(t.database, noa, [priya])
    await share(priya, false)
    expect((await answer(priya, id, 'accepted')).status).toBe(200)
    expect(await seen(dev, id)).toMatchObject({
      ...card,
      description: null,
      acceptedTime: inHours(48).toISOString(),
    })
    const all = await t.call(listEventResponses, { params: { playdateId: id } }, { as: dev })
    expect(all.status).toBe(404)
    await untouchable(dev, id, roomId)
    expect(await seen(noa, id)).toMatchObject({ lookedAfterBy: null, acceptedLocation: 'The zoo' })
  })

  test('can change this at any time, for past playdates too, and nobody is notified', {
    tags: ['HOME-44'],
  }, async () => {
    const past = await addRequest(t.database, noa, priya)
    await sql(
      `update playdate set status = 'accepted', accepted_location = 'The park', accepted_time = now() - interval '9 days'
        where id = $1`,
      past.id,
    )
    const coming = await addRequest(t.database, noa, priya)
    expect((await accept(priya, coming.id)).status).toBe(200)
    const before = await titles(dev)
    for (const shares of [false, true, false]) {
      await share(priya, shares)
      for (const { id } of [past, coming]) {
        expect((await seen(dev, id)).acceptedLocation).toBe(shares ? 'The park' : null)
        expect((await room(dev, id)).status).toBe(shares ? 200 : 404)
        expect((await seen(priya, id)).acceptedLocation).toBe('The park')
      }
      expect((await get(dev, coming.id)).text).not.toContain('hares')
    }
    expect(await titles(dev)).toEqual(before)
    // Dev still sees what he arranged himself.
    await share(priya, true)
    const own = await addRequest(t.database, noa, priya)
    expect((await accept(dev, own.id)).status).toBe(200)
    await share(priya, false)
    expect(await seen(dev, own.id)).toMatchObject({ acceptedLocation: 'The park', mayAct: true })
  })

  test('hides nothing from a guardian whose other child comes through a caregiver who shares', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    await share(priya, false)
    const sam = await addParent(t.database, { name: 'Sam', children: [{ firstName: 'Leo' }] })
    await addGuardian(t.database, sam.children[0], dev)
    await sql(
      `insert into playdate_child (playdate_id, child_id, caregiver_id, side) values ($1, $2, $3, 'recipient')`,
      id,
      sam.children[0],
      sam.caregiverId,
    )
    expect(await seen(dev, id)).toMatchObject({
      lookedAfterBy: null,
      proposedLocations: { option1: 'The park' },
    })
  })

  test('shows the other guardian’s helper the card, and their own helper the whole playdate', async () => {
    const [kim, joe] = [
      await addParent(t.database, { name: 'Kim', children: [] }),
      await addParent(t.database, { name: 'Joe', children: [] }),
    ]
    await addHelper(t.database, priya.children[0], kim, { adder: dev })
    await addHelper(t.database, priya.children[0], joe, { adder: priya })
    const { id } = await addRequest(t.database, noa, priya)
    await share(priya, false)
    expect((await accept(priya, id)).status).toBe(200)
    expect(await seen(kim, id)).toMatchObject(card)
    expect(await seen(joe, id)).toMatchObject({
      acceptedLocation: 'The park',
      lookedAfterBy: null,
      mayChat: false,
    })
  })
})

describe('a grown-up blocked by a caregiver of the other side', () => {
  test('sees the card without the other family’s names; the guardian who arranged it sees all', {
    tags: ['HOME-78', 'SAFE-84'],
  }, async () => {
    const { key } = await givePhoto(t, noa)
    const { id, roomId } = await addRequest(t.database, noa, priya)
    await block(noa, dev)
    expect((await accept(priya, id)).status).toBe(200)
    const reply = await get(dev, id)
    expect(reply.body.data).toMatchObject({
      ...card,
      status: 'accepted',
      acceptedTime: inHours(48).toISOString(),
      owner: { name: 'Another family', lastName: '' },
      ownerChildren: [{ firstName: 'A child', lastNameInitial: '', photo: null }],
      recipientChildren: [{ firstName: 'Anika', caregiver: { name: 'Priya' } }],
    })
    for (const text of [reply.text, JSON.stringify(await listed(dev, 'accepted'))]) {
      expect(text).not.toMatch(/Noa|Zuri|The park|The library/)
    }
    await untouchable(dev, id, roomId)
    expect((await t.call(signView, { params: { fileKey: key } }, { as: dev })).status).toBe(404)
    expect((await room(priya, id)).status).toBe(200)
    expect(await seen(priya, id)).toMatchObject({ acceptedLocation: 'The park', owner: { name: 'Noa' } })
    const theirs = await get(noa, id)
    expect(theirs.body.data).toMatchObject({
      acceptedLocation: 'The park',
      recipientCaregivers: [{ name: 'Priya' }],
    })
    expect(theirs.text).not.toContain(dev.caregiverId)
    expect((await say(noa, roomId)).status).toBe(200)
    expect(await titles(dev)).not.toContainEqual(expect.stringContaining('message'))
  })

  test('gets notices without the other family’s names', { tags: ['HOME-78'] }, async () => {
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    await addGuardian(t.database, noa.children[0], sam)
    const { id } = await addRequest(t.database, noa, priya)
    await block(noa, dev)
    expect((await accept(priya, id)).status).toBe(200)
    expect((await t.call(cancelPlaydate, { body: { id } }, { as: sam })).status).toBe(200)
    expect(await titles(priya)).toContain('Sam cancelled your playdate')
    expect(await titles(dev)).toContain('Another family cancelled your playdate')
    expect((await titles(dev)).join()).not.toMatch(/Sam|Noa/)
  })

  test('a guardian who is the blocker instead is notified of a cancelled playdate, without a name', {
    tags: ['SAFE-25', 'TIME-74'],
  }, async () => {
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(priya, id)).status).toBe(200)
    await block(dev, noa)
    const later = await addRequest(t.database, noa, priya)
    expect((await accept(priya, later.id)).status).toBe(200)
    const asked = await addRequest(t.database, noa, priya)
    await t.database.pool.query(
      `update playdate set accepted_time = now() + interval '20 hours' where id = $1`,
      [id],
    )
    for (const each of [id, later.id, asked.id])
      expect((await t.call(cancelPlaydate, { body: { id: each } }, { as: noa })).status).toBe(200)
    const off = (await titles(dev)).filter((title) => title.includes('cancelled'))
    // There is no notice of the third: nobody would go to a mere request.
    expect(off).toEqual(Array(2).fill('Another family cancelled your playdate'))
  })

  test('has helpers who see no more than they do', async () => {
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addHelper(t.database, priya.children[0], kim, { adder: dev })
    const { id } = await addRequest(t.database, noa, priya)
    await block(noa, dev)
    expect((await accept(priya, id)).status).toBe(200)
    expect((await get(kim, id)).text).not.toMatch(/Noa|Zuri|The park/)
  })

  test('sees neither place nor names as a helper of the guardian who arranged it', {
    tags: ['SAFE-84'],
  }, async () => {
    const kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addHelper(t.database, priya.children[0], kim, { adder: priya })
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(priya, id)).status).toBe(200)
    expect(await seen(kim, id)).toMatchObject({ acceptedLocation: 'The park' })
    await block(noa, kim)
    const { text, body } = await get(kim, id)
    expect(body.data).toMatchObject({
      acceptedTime: inHours(48).toISOString(),
      owner: { name: 'Another family' },
    })
    for (const each of [text, JSON.stringify(await listed(kim, 'accepted'))])
      expect(each).not.toMatch(/Noa|Zuri|The park|The library/)
  })

  test('sees a playdate whole that they arranged themselves', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(dev, id)).status).toBe(200)
    expect(await seen(dev, id)).toMatchObject({ acceptedLocation: 'The park', lookedAfterBy: null })
  })

  test('sees an event whole if a guest blocked them, and only its card if its owner did', async () => {
    const carl = await addParent(t.database, { name: 'Carl', children: [{ firstName: 'Leo' }] })
    const { id } = await addEvent(t.database, noa, [priya, carl])
    await block(carl, dev)
    expect(await seen(dev, id)).toMatchObject({
      acceptedLocation: 'The zoo',
      lookedAfterBy: null,
      mayAct: true,
    })
    expect((await get(dev, id)).text).not.toMatch(/Carl|Leo/)
    await block(noa, dev)
    expect(await seen(dev, id)).toMatchObject({ ...card, description: null })
    expect((await get(dev, id)).text).not.toMatch(/Noa|Zuri|Carl|Leo|The zoo/)
  })
})

describe('a guardian who blocked a caregiver of the other side', () => {
  test('sees all of what the child’s other guardian arranged, but can neither chat nor act in it', {
    tags: ['HOME-93', 'SAFE-25'],
  }, async () => {
    const { key } = await givePhoto(t, noa)
    const { id, roomId } = await addRequest(t.database, noa, priya)
    await block(dev, noa)
    expect((await accept(priya, id)).status).toBe(200)
    expect(await seen(dev, id)).toMatchObject({
      acceptedLocation: 'The park',
      acceptedTime: inHours(48).toISOString(),
      owner: { name: 'Noa' },
      ownerChildren: [{ firstName: 'Zuri', photo: key }],
      recipientChildren: [{ firstName: 'Anika' }],
      lookedAfterBy: null,
      mayAct: false,
      mayChat: false,
    })
    expect((await t.call(signView, { params: { fileKey: key } }, { as: dev })).status).toBe(200)
    await untouchable(dev, id, roomId)
    expect((await room(priya, id)).status).toBe(200)
    expect((await room(noa, id)).status).toBe(200)
    // Elsewhere Noa doesn't exist for Dev.
    expect((await t.call(getBlock, { params: { caregiver: noa.caregiverId } }, { as: dev })).status).toBe(404)
  })

  test('sees only the card if that caregiver also blocked them', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    await block(dev, noa)
    await block(noa, dev)
    expect(await seen(dev, id)).toMatchObject(card)
    expect((await get(dev, id)).text).not.toMatch(/Noa|Zuri|The park/)
  })
})
