import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listHelp } from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { Playdate, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  getEventResponse,
  listEventResponses,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, listen, notify, type Signal } from '#db/listen.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addRequest,
  connect,
  fingerprint,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
let noa: Parent
let lee: Parent
let listener: Listener
let frames: Extract<Signal, { kind: 'frame' }>[]

beforeAll(async () => {
  t = await testApp()
  listener = await listen(t.database.url, {
    onSignal: (signal) => void (signal.kind === 'frame' && frames.push(signal)),
    onGap() {},
    onError() {},
  })
})
/** Anika and Zuri have two guardians each; Dev also has a child of his own. */
beforeEach(async () => {
  frames = []
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [{ firstName: 'Rohan' }] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Zuri' }] })
  lee = await addParent(t.database, { name: 'Lee', children: [] })
  await addGuardian(t.database, anika(), dev)
  await addGuardian(t.database, zuri(), lee)
  await connect(t.database, priya, noa)
})
afterAll(async () => {
  await listener.close()
  await t.close()
})

const anika = () => priya.children[0] ?? ''
const rohan = () => dev.children[0] ?? ''
const zuri = () => noa.children[0] ?? ''
const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const get = (as: Parent, id: string) => t.call(getPlaydate, { params: { id } }, { as })
const seen = async (as: Parent, id: string): Promise<Playdate> => {
  const reply = await get(as, id)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const accept = (as: Parent, id: string, version?: number) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version } },
    { as },
  )
const reject = (as: Parent, id: string) => t.call(rejectPlaydate, { body: { id } }, { as })
const cancel = (as: Parent, id: string) => t.call(cancelPlaydate, { body: { id } }, { as })
const say = (as: Parent, chatRoom: string) =>
  t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello!' } } }, { as })
const room = (as: Parent, id: string, recipientCaregiverId?: string) =>
  t.call(getRoom, { params: { id }, query: recipientCaregiverId ? { recipientCaregiverId } : {} }, { as })
const answer = (as: Parent, id: string, response: Response) =>
  t.call(respondToEvent, { body: { playdate: id, response, version: 1 } }, { as })
const answers = async (as: Parent, id: string) =>
  (await t.call(listEventResponses, { params: { playdateId: id } }, { as })).body.data.map(
    ({ caregiver, response }) => [caregiver.name, response],
  )
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)
const counter = (as: Parent, playdate: Playdate, change: object = {}) =>
  t.call(
    counterPlaydate,
    {
      params: { id: playdate._id },
      body: {
        type: playdate.type,
        ownerChildren: playdate.ownerChildren.map(({ _id }) => _id),
        recipientChildren: playdate.recipientChildren.map(({ _id }) => _id),
        proposedLocations: { option1: 'The park' },
        proposedTimes: [inHours(48).toISOString()],
        version: playdate.version,
        ...change,
      },
    },
    { as },
  )
const namesOf = (people: { name: string }[]) => people.map(({ name }) => name).sort()

async function unchanged(call: () => Promise<Reply>, status: number, text?: string, field?: string) {
  const before = await fingerprint(t.database)
  const reply = await call()
  expect(reply.status, reply.text).toBe(status)
  if (text) expect(reply.body.error).toBe(text)
  if (field) expect(reply.body.fields).toEqual({ [field]: text })
  expect(await fingerprint(t.database)).toBe(before)
}

describe('two guardians of a child', () => {
  test('either can accept a request, and the other is notified', { tags: ['HOME-38'] }, async () => {
    const { id } = await addRequest(t.database, noa, priya)
    expect(await seen(dev, id)).toMatchObject({ side: 'recipient', lastSide: 'owner', mayAct: true })
    expect((await accept(dev, id)).status).toBe(200)
    expect(await titles(priya)).toEqual([expect.stringContaining('Dev confirmed a playdate for your child')])
    expect(await titles(noa)).toEqual([expect.stringContaining('Dev')])
    expect(await titles(lee)).toEqual([expect.stringContaining('Dev')])
    expect(await titles(dev)).toEqual([])
    const [child] = (await seen(priya, id)).recipientChildren
    expect(child).toMatchObject({ caregiver: { name: 'Priya' }, actedBy: { name: 'Dev' }, isOwn: true })
    expect(child?.actedAt).toMatch(/Z$/)
    const [theirs] = (await seen(noa, id)).recipientChildren
    expect(theirs).toMatchObject({ actedBy: null, actedAt: null, isOwn: false })
  })

  test('each step of one has its own notice for the other', async () => {
    const { id } = await addRequest(t.database, priya, noa)
    expect((await counter(noa, await seen(noa, id))).status).toBe(200)
    expect((await counter(dev, await seen(dev, id))).status).toBe(200)
    expect((await accept(lee, id)).status).toBe(200)
    expect((await cancel(priya, id)).status).toBe(200)
    expect(await titles(priya)).toEqual([
      expect.stringContaining('Lee'),
      expect.stringContaining('Dev changed a playdate for your child'),
      expect.stringContaining('Noa'),
    ])
    expect((await titles(dev))[0]).toContain('Priya cancelled a playdate for your child')
    const another = await addRequest(t.database, noa, priya)
    expect((await reject(priya, another.id)).status).toBe(200)
    expect((await titles(dev))[0]).toContain('Priya declined a playdate for your child')
  })

  test('a request by one notifies the other, who can’t answer it', { tags: ['HOME-40'] }, async () => {
    const body = {
      type: 'single' as const,
      ownerChildren: [anika()],
      recipientChildren: [zuri()],
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const { _id } = (await t.call(createPlaydate, { body }, { as: priya })).body.data
    expect(await titles(dev)).toEqual([expect.stringContaining('Priya sent a playdate for your child')])
    const own = m.prompt_playdate_own_turn()
    for (const as of [priya, dev]) {
      await unchanged(() => accept(as, _id), 409, own)
      await unchanged(() => reject(as, _id), 409, own)
      await unchanged(async () => counter(as, await seen(as, _id)), 409, own)
    }
    expect((await counter(noa, await seen(noa, _id))).status).toBe(200)
    for (const as of [noa, lee]) await unchanged(() => accept(as, _id), 409, own)
    expect(await seen(dev, _id)).toMatchObject({ lastSide: 'recipient', mayAct: true })
    expect((await accept(dev, _id)).status).toBe(200)
  })

  test('either can withdraw their side’s request, and cancel a confirmed playdate', async () => {
    const asked = await addRequest(t.database, priya, noa)
    await unchanged(() => cancel(lee, asked.id), 403)
    expect((await cancel(dev, asked.id)).status).toBe(200)
    const confirmed = await addRequest(t.database, priya, noa)
    expect((await accept(noa, confirmed.id)).status).toBe(200)
    expect((await cancel(lee, confirmed.id)).status).toBe(200)
    expect(await seen(priya, confirmed.id)).toMatchObject({
      status: 'cancelled',
      cancelledBy: { name: 'Lee' },
    })
  })

  test('a guardian can’t invite their own child', async () => {
    const body = {
      type: 'single' as const,
      ownerChildren: [rohan()],
      recipientChildren: [anika()],
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(48).toISOString()],
    }
    await unchanged(() => t.call(createPlaydate, { body }, { as: dev }), 400, m.prompt_playdate_recipient())
  })
})

describe('a side of a playdate', () => {
  test('is acted for only by a guardian of every child on it', { tags: ['HOME-77'] }, async () => {
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    const { id } = await addRequest(t.database, dev, noa)
    await sql('update playdate set last_side = $2 where id = $1', id, 'owner')
    // Anika, whom Priya and Dev share, comes with Rohan, who is Dev's and Sam's.
    await addGuardian(t.database, rohan(), sam)
    await sql(
      `insert into playdate_child (playdate_id, child_id, caregiver_id, side) values ($1, $2, $3, 'owner')`,
      id,
      anika(),
      dev.caregiverId,
    )
    expect((await counter(noa, await seen(noa, id))).status).toBe(200)
    for (const as of [priya, sam]) {
      expect(await seen(as, id)).toMatchObject({ side: 'owner', mayAct: false, mayChat: true })
      await unchanged(() => accept(as, id), 403)
      await unchanged(() => reject(as, id), 403)
      await unchanged(() => cancel(as, id), 403)
      await unchanged(async () => counter(as, await seen(as, id)), 403)
    }
    expect((await accept(dev, id)).status).toBe(200)
  })

  test('is hidden from a guardian who has no child on it after a counter-proposal', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    const changed = await counter(dev, await seen(dev, id), { recipientChildren: [rohan()] })
    expect(changed.status, changed.text).toBe(200)
    expect((await get(priya, id)).status).toBe(404)
    expect((await room(priya, id)).status).toBe(404)
    expect(
      (await t.call(listPlaydates, { query: { status: 'pending' } }, { as: priya })).body.data.items,
    ).toEqual([])
    expect((await accept(noa, id)).status).toBe(200)
    expect(await titles(priya)).not.toContainEqual(expect.stringContaining('Noa'))
    expect((await seen(noa, id)).recipientChildren[0]).toMatchObject({ firstName: 'Rohan' })
  })

  test('notifies a guardian whose child is replaced by another', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    const changed = await counter(dev, await seen(dev, id), { recipientChildren: [rohan()] })
    expect(changed.status, changed.text).toBe(200)
    const { data } = (await t.call(listNotifications, {}, { as: priya })).body
    expect(data.map(({ title, url }) => [title, url])).toEqual([
      ['Dev cancelled a playdate for your child', '/view-playdates'],
    ])
    expect(await titles(lee)).toEqual([expect.stringContaining('Dev')])

    // A guardian whose child is taken off a moved event is notified, too.
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    await addGuardian(t.database, rohan(), sam)
    await makePremium(t.database, dev)
    const event = await addEvent(t.database, dev, [noa])
    const moved = await counter(dev, await seen(dev, event.id), { ownerChildren: [anika()] })
    expect(moved.status, moved.text).toBe(200)
    expect((await get(sam, event.id)).status).toBe(404)
    expect(await titles(sam)).toEqual(['Dev cancelled a playdate for your child'])
  })

  test('has a guardian of children on both sides act for one side only', { tags: ['HOME-49'] }, async () => {
    // Dev is guardian of Zuri, too, but the recipients' side has others: Noa and Lee.
    await addGuardian(t.database, zuri(), dev)
    const { id } = await addRequest(t.database, priya, noa)
    expect(await seen(dev, id)).toMatchObject({ side: 'owner', mayAct: true })
    await unchanged(() => accept(dev, id), 409, m.prompt_playdate_own_turn())
    expect((await accept(lee, id)).status).toBe(200)
    // Dev is Rohan's only guardian, so nobody else is on that side.
    const own = await addRequest(t.database, priya, dev)
    expect(await seen(dev, own.id)).toMatchObject({ side: 'recipient', mayAct: true })
    await unchanged(() => accept(priya, own.id), 409, m.prompt_playdate_own_turn())
    // Lee becomes Rohan's guardian tomorrow and can't answer today, so Dev still does.
    await addGuardian(t.database, rohan(), lee, { since: '1 day' })
    expect((await accept(dev, own.id)).status).toBe(200)
  })

  test('can’t take in a child that is on the other side', async () => {
    const { id } = await addRequest(t.database, priya, dev)
    const both = m.prompt_playdate_both_sides()
    await unchanged(
      async () => counter(dev, await seen(dev, id), { recipientChildren: [anika()] }),
      400,
      both,
      'recipientChildren',
    )
    // Nor may Dev move an event with a child that was invited before he became its guardian.
    await makePremium(t.database, dev)
    const event = await addEvent(t.database, dev, [noa])
    await addGuardian(t.database, zuri(), dev)
    await unchanged(
      async () => counter(dev, await seen(dev, event.id), { ownerChildren: [zuri()] }),
      400,
      both,
      'ownerChildren',
    )
  })

  test('shows the other side only the guardians a child came through, or who acted or wrote', {
    tags: ['HOME-50'],
  }, async () => {
    const { id, roomId } = await addRequest(t.database, noa, priya)
    const others = async (as: Parent) => namesOf((await seen(as, id)).recipientCaregivers)
    expect(await others(noa)).toEqual(['Priya'])
    expect(await others(lee)).toEqual(['Priya'])
    expect(await others(priya)).toEqual(['Dev', 'Priya'])
    expect(await others(dev)).toEqual(['Dev', 'Priya'])
    expect(JSON.stringify((await get(noa, id)).body)).not.toContain(dev.caregiverId)
    expect((await say(dev, roomId)).status).toBe(200)
    expect(await others(noa)).toEqual(['Dev', 'Priya'])
    // Lee hasn't done anything yet, so he isn't named until he cancels.
    expect(JSON.stringify((await get(priya, id)).body)).not.toContain(lee.caregiverId)
    expect((await cancel(lee, id)).status).toBe(200)
    expect(await seen(priya, id)).toMatchObject({ cancelledBy: { name: 'Lee' } })
  })
})

describe('an event', () => {
  async function event(guests: string[]) {
    await makePremium(t.database, noa)
    await connect(t.database, noa, dev)
    const body = {
      type: 'group' as const,
      ownerChildren: [zuri()],
      recipientChildren: guests,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(48).toISOString()],
    }
    const reply = await t.call(createPlaydate, { body }, { as: noa })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data._id
  }
  const childAnswers = async (id: string) => {
    const { rows } = await sql(
      `select response from playdate_child join child on child.id = child_id
        where playdate_id = $1 and side = 'recipient' order by child.first_name`,
      id,
    )
    return rows.map((row: { response: string }) => row.response)
  }

  test('is answered for each child by its guardians, and the last answer counts', {
    tags: ['HOME-45'],
  }, async () => {
    await addGuardian(t.database, rohan(), priya)
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    await addGuardian(t.database, anika(), sam)
    const id = await event([anika(), rohan()])
    expect((await answer(sam, id, 'rejected')).status).toBe(200)
    expect(await childAnswers(id)).toEqual(['rejected', null])
    expect((await answer(priya, id, 'accepted')).status).toBe(200)
    expect(await childAnswers(id)).toEqual(['accepted', 'accepted'])
    expect((await answer(sam, id, 'rejected')).status).toBe(200)
    expect(await childAnswers(id)).toEqual(['rejected', 'accepted'])
    expect(await seen(priya, id)).toMatchObject({ response: 'accepted' })
    expect(await seen(sam, id)).toMatchObject({ response: 'rejected' })
    expect((await room(priya, id)).status).toBe(200)
    expect((await room(sam, id)).status).toBe(404)
  })

  test('notifies a guardian of the other guardian’s later answer, which replaces theirs', {
    tags: ['HOME-90'],
  }, async () => {
    const id = await event([anika()])
    expect((await answer(priya, id, 'accepted')).status).toBe(200)
    expect((await titles(dev))[0]).toContain('Priya said yes for your child')
    expect(await answers(noa, id)).toEqual([['Priya', 'accepted']])
    expect((await answer(dev, id, 'rejected')).status).toBe(200)
    expect((await titles(priya))[0]).toContain('Dev said no for your child')
    expect(await answers(noa, id)).toEqual([['Dev', 'rejected']])
    expect(await answers(priya, id)).toEqual([['Dev', 'rejected']])
    expect((await titles(noa))[0]).toContain('Dev')
    const own = await t.call(getEventResponse, { params: { playdateId: id } }, { as: priya })
    expect(own.body.data).toMatchObject({ response: 'rejected' })
    // Repeating the answer notifies nobody.
    const before = await titles(priya)
    expect((await answer(dev, id, 'rejected')).status).toBe(200)
    expect(await titles(priya)).toEqual(before)
  })

  test('names each guardian in the notice of their answer to the other, despite an earlier block', {
    tags: ['HOME-90'],
  }, async () => {
    await sql(
      'insert into block (id, blocker_id, blocked_id) values (gen_random_uuid(), $1, $2)',
      dev.caregiverId,
      priya.caregiverId,
    )
    const id = await event([anika()])
    expect((await answer(priya, id, 'accepted')).status).toBe(200)
    expect((await titles(dev))[0]).toContain('Priya said yes for your child')
    expect((await answer(dev, id, 'rejected')).status).toBe(200)
    expect((await titles(priya))[0]).toContain('Dev said no for your child')
    // Once one of them is no longer a guardian, the block counts like any other.
    await sql(
      'update guardianship set until = now() where caregiver_id = $1 and child_id = $2',
      dev.caregiverId,
      anika(),
    )
    expect((await titles(priya))[0]).not.toContain('Dev')
  })

  test('can be moved and cancelled only by its owner', async () => {
    const id = await event([anika()])
    expect(await seen(noa, id)).toMatchObject({ side: 'owner', mayAct: true })
    expect(await seen(lee, id)).toMatchObject({ side: 'owner', mayAct: false, mayChat: true })
    await unchanged(async () => counter(lee, await seen(lee, id)), 403)
    await unchanged(() => cancel(lee, id), 403)
    await unchanged(() => answer(lee, id, 'accepted'), 403)
    await unchanged(() => cancel(dev, id), 403)
    expect((await counter(noa, await seen(noa, id))).status).toBe(200)
    expect((await titles(lee))[0]).toContain('Noa changed a playdate for your child')
    expect((await cancel(noa, id)).status).toBe(200)
  })

  test('has private rooms that only its owner and one guest can use', { tags: ['HOME-47'] }, async () => {
    const id = await event([anika()])
    expect((await room(noa, id, priya.caregiverId)).status).toBe(200)
    expect((await room(priya, id, priya.caregiverId)).status).toBe(200)
    for (const as of [lee, dev]) expect((await room(as, id, priya.caregiverId)).status).toBe(404)
    expect((await room(lee, id)).status).toBe(200)
    frames = []
    const { _id } = (await room(noa, id, priya.caregiverId)).body.data.chatRoom
    for (const as of [lee, dev]) expect((await say(as, _id)).status).toBe(404)
    expect((await say(priya, _id)).status).toBe(200)
    await notify(t.database.kysely, { kind: 'frame', to: [crypto.randomUUID()], frame: { last: 'one' } })
    await vi.waitFor(() => expect(frames.at(-1)?.frame).toEqual({ last: 'one' }), { timeout: 10_000 })
    const heard = frames.flatMap(({ to, frame }) => ('chatroom' in frame ? to : []))
    expect(heard.toSorted()).toEqual([noa.caregiverId, priya.caregiverId].toSorted())
    expect(await titles(dev)).not.toContainEqual(expect.stringContaining('essage'))
    expect((await seen(lee, id)).unread).toBe(0)
    expect((await seen(noa, id)).unread).toBe(1)
  })
})

describe('a helper', () => {
  let kim: Parent
  beforeEach(async () => {
    kim = await addParent(t.database, { name: 'Kim', children: [] })
    await addHelper(t.database, anika(), kim, { adder: priya })
  })

  test('sees only what is confirmed, and can neither chat nor act in it', { tags: ['HOME-25'] }, async () => {
    const { id, roomId } = await addRequest(t.database, noa, priya)
    const event = await addEvent(t.database, noa, [priya])
    for (const each of [id, event.id]) expect((await get(kim, each)).status).toBe(404)
    expect((await accept(priya, id)).status).toBe(200)
    expect(await titles(kim)).toEqual([expect.stringContaining('A playdate you help with was confirmed')])
    expect(await seen(kim, id)).toMatchObject({
      acceptedLocation: 'The park',
      mayAct: false,
      mayChat: false,
      recipientCaregivers: [{ name: 'Priya' }],
    })
    expect((await answer(priya, event.id, 'accepted')).status).toBe(200)
    expect(await seen(kim, event.id)).toMatchObject({ acceptedLocation: 'The zoo', mayAct: false })
    const { items } = (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: kim })).body.data
    expect(items.map(({ _id }) => _id).toSorted()).toEqual([id, event.id].toSorted())
    expect((await room(kim, id)).status).toBe(404)
    expect((await room(kim, event.id)).status).toBe(404)
    const confirmed = await seen(kim, id)
    for (const call of [
      () => accept(kim, id),
      () => reject(kim, id),
      () => cancel(kim, id),
      () => counter(kim, confirmed),
      () => say(kim, roomId),
      () => answer(kim, event.id, 'rejected'),
      () =>
        t.call(
          saveChild,
          { params: { id: anika() }, body: { firstName: 'Ann', lastNameInitial: 'E' } },
          { as: kim },
        ),
    ]) {
      await unchanged(call, 404)
    }
    expect((await answer(dev, event.id, 'rejected')).status).toBe(200)
    expect((await get(kim, event.id)).status).toBe(404)
    expect((await cancel(noa, id)).status).toBe(200)
    expect((await titles(kim))[0]).toContain('A playdate you help with was cancelled')
    expect((await get(kim, id)).status).toBe(404)
  })

  const offs = async (as: Parent) => {
    const { rows } = await sql(
      `select params from notification where user_id = $1 and message = 'help.cancelled'`,
      as.userId,
    )
    return rows.map(({ params }: { params: unknown }) => params)
  }

  test('is notified that a moved event is off with its old time only', { tags: ['HOME-25'] }, async () => {
    await makePremium(t.database, noa)
    const event = await addEvent(t.database, noa, [priya])
    expect((await answer(priya, event.id, 'accepted')).status).toBe(200)
    const { acceptedTime } = await seen(kim, event.id)
    const moved = await counter(noa, await seen(noa, event.id), {
      proposedTimes: [inHours(96).toISOString()],
    })
    expect(moved.status, moved.text).toBe(200)
    expect((await get(kim, event.id)).status).toBe(404)
    expect(await offs(kim)).toEqual([{ times: [acceptedTime] }])
  })

  test('gets the same notice if another child replaces the one they help with', {
    tags: ['HOME-25'],
  }, async () => {
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, rohan(), gran, { adder: dev })
    await makePremium(t.database, dev)
    const event = await addEvent(t.database, dev, [noa])
    const { acceptedTime } = await seen(gran, event.id)
    const moved = await counter(dev, await seen(dev, event.id), {
      ownerChildren: [anika()],
      proposedTimes: [inHours(96).toISOString()],
    })
    expect(moved.status, moved.text).toBe(200)
    expect((await get(gran, event.id)).status).toBe(404)
    expect(await offs(gran)).toEqual([{ times: [acceptedTime] }])
  })

  test('sees nothing and is notified of nothing while the guardian they help is paused', {
    tags: ['HOME-25', 'SAFE-47'],
  }, async () => {
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(dev, id)).status).toBe(200)
    expect((await get(kim, id)).status).toBe(200)
    const before = await titles(kim)
    const stand = (until: string) =>
      sql(
        `update app_user set standing = 'suspended', standing_until = now() + $2::interval where id = $1`,
        priya.userId,
        until,
      )
    const lists = async () => [
      (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: kim })).body.data.items.length,
      (await t.call(listHelp, {}, { as: kim })).body.data.length,
    ]
    expect(await lists()).toEqual([1, 1])
    await stand('1 day')
    expect([(await get(kim, id)).status, await lists()]).toEqual([404, [0, 0]])
    await framesUntil('yes')
    frames = []
    expect((await cancel(noa, id)).status).toBe(200)
    expect(await titles(kim)).toEqual(before)
    await framesUntil('end')
    expect(frames.flatMap(({ to }) => to)).not.toContain(kim.caregiverId)
    await sql(`update playdate set status = 'accepted' where id = $1`, id)
    await stand('-1 second')
    expect([(await get(kim, id)).status, await lists()]).toEqual([200, [1, 1]])
  })

  async function framesUntil(last: string): Promise<void> {
    await notify(t.database.kysely, { kind: 'frame', to: [crypto.randomUUID()], frame: { last } })
    await vi.waitFor(() => expect(frames.at(-1)?.frame).toEqual({ last }), { timeout: 10_000 })
  }

  test('whose help has ended sees nothing and is notified of nothing', async () => {
    const { id } = await addRequest(t.database, noa, priya)
    expect((await accept(priya, id)).status).toBe(200)
    expect((await get(kim, id)).status).toBe(200)
    await sql('update guardianship set until = now() where caregiver_id = $1', kim.caregiverId)
    expect((await get(kim, id)).status).toBe(404)
    const before = await titles(kim)
    // Frames arrive after the reply, and those of the yes are for Kim, too.
    await framesUntil('yes')
    frames = []
    expect((await cancel(priya, id)).status).toBe(200)
    expect(await titles(kim)).toEqual(before)
    await framesUntil('end')
    expect(frames.flatMap(({ to }) => to)).not.toContain(kim.caregiverId)
  })
})
