import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  cancelPlaydate,
  counterPlaydate,
  createPlaydate,
  getPlaydate,
  listPlaydates,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  getEventResponse,
  listEventResponses,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addGroup, addGuardian, addMember, addParent, makePremium, type Parent } from '#test/world.ts'
import { passSpotsOn } from './spots.service.ts'

const [minute, hour] = [60_000, 3_600_000]

let t: TestApp
let anna: Parent
let ben: Parent
let cleo: Parent
let dan: Parent
let group: Awaited<ReturnType<typeof addGroup>>
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  t.clock.shift(-t.clock.now() + Date.now())
  group = await addGroup(t.database)
  anna = await family('Anna', 2)
  ben = await family('Ben', 3)
  cleo = await family('Cleo', 1)
  dan = await family('Dan', 2)
  await makePremium(t.database, anna)
})
afterAll(() => t.close())

async function family(name: string, children: number): Promise<Parent> {
  const parent = await addParent(t.database, {
    name,
    children: Array.from({ length: children }, (_, at) => ({ firstName: `${name}${at}` })),
  })
  await addMember(t.database, group, parent)
  return parent
}

interface Planned {
  capacity?: number | null
  hours?: number
  guests?: Parent[]
  own?: number
}

const body = ({ capacity = null, hours = 240, guests = [ben, cleo, dan], own = 1 }: Planned) => ({
  type: 'group',
  ownerChildren: anna.children.slice(0, own),
  recipientChildren: guests.flatMap(({ children }) => children),
  proposedLocations: { option1: 'The zoo' },
  proposedTimes: [inHours(hours).toISOString()],
  capacity,
})

async function plan(planned: Planned = {}): Promise<string> {
  const reply = await t.call(createPlaydate, { body: body(planned) }, { as: anna })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}

const say = (as: Parent, playdate: string, response = 'accepted', children?: (string | undefined)[]) =>
  t.call(respondToEvent, { body: { playdate, response, ...(children && { children }) } }, { as })
const answer = async (...said: Parameters<typeof say>) => {
  const reply = await say(...said)
  expect(reply.status, reply.text).toBe(200)
  const { caregiver, ...data } = reply.body.data
  return data
}
const seenBy = async (as: Parent, id: string) =>
  (await t.call(getPlaydate, { params: { id } }, { as })).body.data
const own = async (as: Parent, playdateId: string) =>
  (await t.call(getEventResponse, { params: { playdateId } }, { as })).body.data
const all = async (as: Parent, playdateId: string) =>
  (await t.call(listEventResponses, { params: { playdateId } }, { as })).body.data
const offer = (as: Parent, playdateId: string, response = 'accepted') =>
  t.call(answerOffer, { params: { playdateId }, body: { response } }, { as })
const fit = (playdateId: string, capacity: number | null, version = 1, as = anna) =>
  t.call(setCapacity, { params: { playdateId }, body: { capacity, version } }, { as })
const titles = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)
const due = () =>
  passSpotsOn({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: t.clock,
    log: t.app.log,
  })
const sql = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows
const childrenOf = (parent: Parent, count: number) => parent.children.slice(0, count)

/** Returns the spots taken, and expects one for each child who is the owner's, comes, or has one kept. */
async function counted(id: string): Promise<number> {
  const [row] = await sql(
    `select spots_taken, (select count(*)::int from playdate_child where playdate_id = playdate.id
      and (side = 'owner' or response = 'accepted' or in_line = 'offered')) as children
    from playdate where id = $1`,
    id,
  )
  expect(row.spots_taken).toBe(row.children)
  return row.spots_taken
}

describe('an event with limited spots', () => {
  test('counts the owner’s children, and refuses fewer spots than they take', {
    tags: ['PLAN-41'],
  }, async () => {
    const id = await plan({ capacity: 4, own: 2 })
    expect(await seenBy(anna, id)).toMatchObject({ capacity: 4, spotsLeft: 2, waiting: [] })
    expect(await seenBy(ben, id)).toMatchObject({ capacity: 4, spotsLeft: 2, place: null })
    const less = await t.call(createPlaydate, { body: body({ capacity: 1, own: 2 }) }, { as: anna })
    expect([less.status, less.body.error]).toEqual([400, m.prompt_spots_own()])
    for (const capacity of [0, 201, 1.5, '4']) {
      const wrong = await t.call(createPlaydate, { body: { ...body({}), capacity } }, { as: anna })
      expect([wrong.status, wrong.body.error]).toEqual([400, m.prompt_spots_capacity()])
    }
    const single = { ...body({ capacity: 3 }), type: 'single', recipientChildren: cleo.children }
    const request = await t.call(createPlaydate, { body: single }, { as: anna })
    expect([request.status, request.body.error]).toEqual([400, m.prompt_spots_event()])
    const none = await plan()
    expect(await seenBy(ben, none)).toMatchObject({ capacity: null, spotsLeft: null })
    expect(await seenBy(ben, none)).not.toHaveProperty('place')
  })

  test('takes a yes for all invited children of a family, or for those picked', {
    tags: ['PLAN-43'],
  }, async () => {
    const id = await plan({ capacity: 4 })
    const [first, second] = dan.children
    expect(await answer(dan, id, 'accepted', [first])).toEqual({ response: 'accepted', children: [first] })
    expect(await seenBy(anna, id)).toMatchObject({ spotsLeft: 2 })
    expect(await all(anna, id)).toMatchObject([
      { response: 'accepted', children: [first] },
      { response: 'rejected', children: [second] },
    ])
    expect(await answer(dan, id)).toEqual({ response: 'accepted', children: [first, second].toSorted() })
    expect(await counted(id)).toBe(3)
    expect(await answer(dan, id, 'rejected')).toMatchObject({ response: 'rejected' })
    expect(await counted(id)).toBe(1)
    const others = await say(dan, id, 'accepted', ben.children)
    expect([others.status, others.body.error]).toEqual([400, m.prompt_playdate_not_yours()])
    expect((await say(dan, id, 'accepted', [])).status).toBe(400)
  })

  test('refuses a yes for too many children, and says how many fit', { tags: ['PLAN-43'] }, async () => {
    const id = await plan({ capacity: 3 })
    const refused = await say(ben, id)
    expect([refused.status, refused.body.error]).toEqual([400, m.prompt_spots_room({ n: 2 })])
    expect(await answer(ben, id, 'accepted', childrenOf(ben, 2))).toMatchObject({ response: 'accepted' })
    expect(await counted(id)).toBe(3)
    // The family keeps the spots it has.
    const more = await say(ben, id)
    expect([more.status, more.body.error]).toEqual([400, m.prompt_spots_room({ n: 2 })])
    expect(await counted(id)).toBe(3)
  })

  test('puts a family that says yes on the waiting list if it is full', { tags: ['PLAN-44'] }, async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    expect(await answer(cleo, id)).toEqual({ response: 'waiting', children: cleo.children, position: 1 })
    expect(await answer(ben, id, 'accepted', childrenOf(ben, 1))).toMatchObject({
      response: 'waiting',
      position: 2,
    })
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await seenBy(cleo, id)).toMatchObject({
      response: 'waiting',
      spotsLeft: 0,
      place: { position: 1, offerUntil: null },
    })
    const listed = await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: cleo })
    expect(listed.body.data.items).toMatchObject([{ _id: id, response: 'waiting', spotsLeft: 0 }])
    expect(await answer(cleo, id, 'rejected')).toMatchObject({ response: 'rejected' })
    expect(await own(ben, id)).toMatchObject({ position: 1 })
    expect(await counted(id)).toBe(3)
  })

  test('shows its waiting list to its owner only', { tags: ['PLAN-52'] }, async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 2))
    expect((await seenBy(anna, id)).waiting).toEqual([
      {
        position: 1,
        offerUntil: null,
        caregiver: { _id: ben.caregiverId, name: 'Ben', lastName: expect.any(String) },
        children: childrenOf(ben, 2).toSorted(),
      },
    ])
    for (const other of [cleo, dan]) {
      const seen = await seenBy(other, id)
      expect(seen).not.toHaveProperty('waiting')
      expect(seen.place).toBeNull()
      expect(JSON.stringify(seen)).not.toMatch(/waiting|offered/)
      expect((await all(other, id)).map(({ caregiver }) => caregiver.name)).toEqual(['Dan'])
    }
    const home = await addParent(t.database, { name: 'Dora' })
    await addGuardian(t.database, anna.children[0] ?? '', home)
    expect(await seenBy(home, id)).not.toHaveProperty('waiting')
  })

  test('lets a family into the room of all only once it has a spot', { tags: ['PLAN-53'] }, async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(cleo, id)
    const room = (as = cleo) => t.call(getRoom, { params: { id }, query: {} }, { as })
    const chatRoom = (await room(anna)).body.data.chatRoom._id
    const write = () => t.call(sendMessage, { body: { chatRoom, message: { text: 'Hello' } } }, { as: cleo })
    expect([(await room()).status, (await write()).status]).toEqual([404, 404])
    await answer(dan, id, 'rejected')
    expect([(await room()).status, (await write()).status]).toEqual([404, 404])
    expect((await offer(cleo, id)).status).toBe(200)
    expect([(await room()).status, (await write()).status]).toEqual([200, 200])
  })
})

describe('the waiting list', () => {
  test('keeps free spots for the first in line until 3 days before the start', {
    tags: ['PLAN-84'],
  }, async () => {
    const more = await family('Eve', 1)
    const id = await plan({ capacity: 4, guests: [ben, cleo, dan, more] })
    await answer(dan, id)
    await answer(more, id)
    expect(await answer(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    await answer(more, id, 'rejected')
    for (const each of [ben, cleo]) expect(await own(each, id)).toMatchObject({ response: 'waiting' })
    await answer(dan, id, 'rejected')
    expect(await own(ben, id)).toMatchObject({ response: 'offered', position: 1 })
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    expect(await counted(id)).toBe(4)
  })

  test('passes over a paused account, which keeps its place in line', {
    tags: ['PLAN-84', 'SAFE-46'],
  }, async () => {
    const id = await plan({ capacity: 3, guests: [dan, ben, cleo] })
    await answer(dan, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 1))
    await answer(cleo, id)
    const pause = (until: string) =>
      sql(`update app_user set standing = 'suspended', standing_until = ${until} where id = $1`, ben.userId)
    await pause("'infinity'")
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    expect(await own(cleo, id)).toMatchObject({ response: 'offered', position: 2 })
    await offer(cleo, id)
    await pause('now()')
    expect(await own(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
    await answer(dan, id, 'rejected')
    expect(await own(ben, id)).toMatchObject({ response: 'offered' })
  })

  test('offers spots in the last 3 days to the first family that fits; the others keep their place', {
    tags: ['PLAN-45'],
  }, async () => {
    const more = await family('Eve', 1)
    const id = await plan({ capacity: 4, hours: 48, guests: [ben, cleo, dan, more] })
    await answer(dan, id)
    await answer(more, id)
    await answer(ben, id)
    await answer(cleo, id)
    await answer(more, id, 'rejected')
    expect(await own(cleo, id)).toMatchObject({ response: 'offered', position: 2 })
    expect(await own(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await seenBy(ben, id)).toMatchObject({ place: { position: 1, offerUntil: null } })
    expect((await offer(cleo, id)).body.data).toMatchObject({ response: 'accepted' })
    expect(await counted(id)).toBe(4)
  })

  test('offers spots to the first family that fits as soon as 3 days are left', {
    tags: ['PLAN-45'],
  }, async () => {
    const id = await plan({ capacity: 4, hours: 74 })
    await answer(dan, id)
    await fit(id, 3)
    await answer(ben, id, 'accepted', childrenOf(ben, 2))
    await answer(cleo, id)
    await fit(id, 4)
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    t.clock.shift(3 * hour)
    await due()
    expect(await own(cleo, id)).toMatchObject({ response: 'offered' })
    expect(await own(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
  })

  test('continues with other events if one can’t pass its spots on', async () => {
    const ids = [await plan({ capacity: 3, hours: 240 }), await plan({ capacity: 3, hours: 250 })]
    for (const id of ids) {
      await answer(dan, id)
      await answer(cleo, id)
    }
    await sql('update playdate set capacity = 4')
    await sql(
      `alter table waiting_place add constraint broken check (playdate_id <> '${ids[0]}' or offer_until is null)`,
    )
    try {
      await expect(due()).rejects.toThrow('not all spots were passed on')
    } finally {
      await sql('alter table waiting_place drop constraint broken')
    }
    expect(await own(cleo, ids[0] ?? '')).toMatchObject({ response: 'waiting' })
    expect(await own(cleo, ids[1] ?? '')).toMatchObject({ response: 'offered' })
  })

  test('lets a family change which children come without losing its place', {
    tags: ['PLAN-85'],
  }, async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    expect(await answer(ben, id, 'accepted', childrenOf(ben, 2))).toMatchObject({ position: 1 })
    await answer(cleo, id)
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    expect(await own(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await answer(ben, id, 'accepted', childrenOf(ben, 1))).toMatchObject({
      response: 'offered',
      position: 1,
      children: childrenOf(ben, 1),
    })
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    expect(await counted(id)).toBe(3)
  })

  test('lets nobody overtake the first in line, even if a spot is free', { tags: ['PLAN-87'] }, async () => {
    const id = await plan({ capacity: 4 })
    await answer(dan, id)
    await answer(cleo, id)
    expect(await answer(ben, id)).toMatchObject({ response: 'waiting', position: 1 })
    await answer(cleo, id, 'rejected')
    // One spot is free, but held back for Ben's three.
    expect(await seenBy(cleo, id)).toMatchObject({ spotsLeft: 1 })
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    await answer(dan, id, 'rejected')
    expect(await own(ben, id)).toMatchObject({ response: 'offered' })
    expect(await answer(dan, id)).toMatchObject({ response: 'waiting', position: 3 })
  })

  test('gives free spots to any yes in the last two hours', { tags: ['PLAN-86'] }, async () => {
    const id = await plan({ capacity: 3, hours: 48 })
    await answer(dan, id)
    await answer(cleo, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 1))
    t.clock.shift(inHours(47).getTime() - Date.now())
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    await due()
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting' })
    expect(await answer(ben, id, 'accepted', childrenOf(ben, 1))).toMatchObject({ response: 'accepted' })
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await counted(id)).toBe(3)
  })
})

describe('an offer', () => {
  /** Makes an event in which Cleo has an offer. */
  async function offered(hours = 240): Promise<string> {
    const id = await plan({ capacity: 3, hours })
    await answer(dan, id)
    await answer(cleo, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 1))
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    expect(await own(cleo, id)).toMatchObject({ response: 'offered' })
    return id
  }

  test('says until when it is valid, in an urgent notice', { tags: ['PLAN-47'] }, async () => {
    const id = await offered()
    const { offerUntil } = (await own(cleo, id)) ?? {}
    expect(await seenBy(cleo, id)).toMatchObject({ response: 'offered', place: { position: 1, offerUntil } })
    expect((await seenBy(anna, id)).waiting).toMatchObject([
      { position: 1, offerUntil },
      { position: 2, offerUntil: null },
    ])
    expect((await titles(cleo))[0]).toMatch(/^There's room now! Answer by /)
    const [notice] = await sql(`select is_urgent, params from notification where message = 'spots.offered'`)
    expect(notice).toEqual({ is_urgent: true, params: { at: offerUntil } })
    const until = Date.parse(offerUntil ?? '')
    // 24 hours, or until the morning if they end at night.
    expect(until).toBeGreaterThan(t.clock.now() + 24 * hour - minute)
    expect(until).toBeLessThan(t.clock.now() + 37 * hour)
  })

  test('that isn’t answered passes to the next family, and the first one may join the line again', {
    tags: ['PLAN-48', 'PLAN-49'],
  }, async () => {
    const id = await offered()
    t.clock.shift(37 * hour)
    await due()
    await due()
    expect(await own(cleo, id)).toBeNull()
    expect(await own(ben, id)).toMatchObject({ response: 'offered', position: 1 })
    const over = "You're off the waiting list. You can join it again."
    expect((await titles(cleo)).filter((title) => title === over)).toEqual([over])
    const late = await offer(cleo, id)
    expect([late.status, late.body.error]).toEqual([409, 'That offer is over.'])
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    expect(await counted(id)).toBe(3)
  })

  test('is over by the clock, even before the job has run', { tags: ['PLAN-49'] }, async () => {
    const id = await offered()
    t.clock.shift(37 * hour)
    const late = await offer(cleo, id)
    expect([late.status, late.body.error]).toEqual([409, 'That offer is over.'])
    expect(await counted(id)).toBe(3)
    // With a new yes the family joins the line at its end; the spot is for the next one.
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting', position: 2 })
    expect(await own(ben, id)).toMatchObject({ response: 'offered' })
  })

  test('can be taken or given up, and repeating either changes nothing', async () => {
    const id = await offered()
    for (const _ of [1, 2]) expect((await offer(cleo, id)).body.data).toMatchObject({ response: 'accepted' })
    const none = await offer(ben, id)
    expect([none.status, none.body.error]).toEqual([409, 'That offer is over.'])
    await answer(cleo, id, 'rejected')
    expect(await own(ben, id)).toMatchObject({ response: 'offered' })
    for (const _ of [1, 2]) {
      expect((await offer(ben, id, 'rejected')).body.data).toMatchObject({ response: 'rejected' })
    }
    expect(await counted(id)).toBe(2)
    expect((await offer(anna, id)).status).toBe(403)
  })

  test('can be answered by either guardian', async () => {
    const id = await offered()
    const home = await addParent(t.database, { name: 'Clay' })
    await addGuardian(t.database, cleo.children[0] ?? '', home)
    expect(await own(home, id)).toMatchObject({ response: 'offered', position: 1 })
    expect((await offer(home, id)).body.data).toMatchObject({ response: 'accepted', children: cleo.children })
    expect(await own(cleo, id)).toMatchObject({ response: 'accepted' })
    expect(await counted(id)).toBe(3)
  })

  test('and a place in line belong to the family, whichever guardian answered', async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(cleo, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 1))
    const home = await addParent(t.database, { name: 'Clay' })
    await addGuardian(t.database, cleo.children[0] ?? '', home)
    expect(await answer(home, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect(await own(cleo, id)).toMatchObject({ response: 'waiting', position: 1 })
    expect((await seenBy(anna, id)).waiting).toHaveLength(2)
  })
})

describe('changes of an event', () => {
  test('a lower capacity takes nobody’s spot or offer, and a higher one makes offers', {
    tags: ['PLAN-50'],
  }, async () => {
    const guests = [ben, cleo, dan, await family('Eve', 2), await family('Fay', 2)]
    const id = await plan({ capacity: 10, guests })
    for (const each of [ben, cleo, dan]) await answer(each, id)
    await answer(guests[3] as Parent, id, 'accepted', childrenOf(guests[3] as Parent, 1))
    expect(await counted(id)).toBe(8)
    const less = await fit(id, 6)
    expect(less.body.data).toMatchObject({ capacity: 6, spotsLeft: 0, waiting: [] })
    expect(await counted(id)).toBe(8)
    const last = guests[4] as Parent
    expect(await answer(last, id)).toMatchObject({ response: 'waiting', position: 1 })
    await fit(id, 7)
    await due()
    expect(await own(last, id)).toMatchObject({ response: 'waiting' })
    const more = await fit(id, 10)
    expect(more.body.data).toMatchObject({ capacity: 10, spotsLeft: 0 })
    expect(await own(last, id)).toMatchObject({ response: 'offered' })
    // An open offer is kept.
    await fit(id, 6)
    await due()
    expect(await own(last, id)).toMatchObject({ response: 'offered' })
    expect((await offer(last, id)).body.data).toMatchObject({ response: 'accepted' })
    expect(await counted(id)).toBe(10)
  })

  test('removing the limit lets all waiting families come, and notifies them', async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 2))
    await answer(cleo, id)
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    await sql(`update playdate_child set acted_at = now() - interval '3 days' where in_line is not null`)
    const open = await fit(id, null)
    expect(open.body.data).toMatchObject({ capacity: null, spotsLeft: null })
    // Their yes counts from now on: no reminder was due between joining the line and coming.
    expect(await sql(`select 1 from playdate_child where acted_at < now() - interval '1 day'`)).toEqual([])
    for (const each of [ben, cleo]) {
      expect(await own(each, id)).toMatchObject({ response: 'accepted' })
      expect(await titles(each)).toContain("There's room for everyone: you're coming")
    }
    expect(await counted(id)).toBe(5)
    expect(await sql('select * from waiting_place')).toEqual([])
  })

  test('only its owner may set the capacity, and not below the number of their own children', async () => {
    const id = await plan({ capacity: 5, own: 2 })
    const refusals = [
      [await fit(id, 1), 400, m.prompt_spots_own()],
      [await fit(id, 3, 2), 409, m.prompt_playdate_changed()],
      [await fit(id, 3, 1, ben), 403, expect.anything()],
      [await fit(id, 0), 400, m.prompt_spots_capacity()],
    ] as const
    for (const [reply, status, text] of refusals)
      expect([reply.status, reply.body.error]).toEqual([status, text])
    t.clock.shift(241 * hour)
    expect((await fit(id, 6)).body.error).toBe(m.prompt_playdate_not_future())
  })

  test('a move asks everybody again, and ends the waiting list and its offers', {
    tags: ['PLAN-51'],
  }, async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(cleo, id)
    await answer(ben, id, 'accepted', childrenOf(ben, 1))
    await answer(dan, id, 'accepted', childrenOf(dan, 1))
    const { capacity, ...moved } = body({ hours: 264 })
    const reply = await t.call(
      counterPlaydate,
      { params: { id }, body: { ...moved, version: 1 } },
      { as: anna },
    )
    expect(reply.status, reply.text).toBe(200)
    for (const each of [ben, cleo, dan]) expect(await own(each, id)).toBeNull()
    expect(await seenBy(anna, id)).toMatchObject({ capacity: 3, spotsLeft: 2, waiting: [] })
    expect(await counted(id)).toBe(1)
    expect(await sql('select * from waiting_place')).toEqual([])
    await fit(id, 1, 2)
    const more = { ...body({ own: 2, hours: 288 }), version: 2 }
    const { capacity: _, ...two } = more
    const full = await t.call(counterPlaydate, { params: { id }, body: two }, { as: anna })
    expect([full.status, full.body.error]).toEqual([400, m.prompt_spots_own()])
  })

  test('a cancellation ends the waiting list and refuses further answers', async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(cleo, id)
    expect((await t.call(cancelPlaydate, { body: { id } }, { as: anna })).status).toBe(200)
    expect(await seenBy(cleo, id)).toMatchObject({ response: null })
    expect((await say(cleo, id)).status).toBe(409)
    expect((await offer(cleo, id)).status).toBe(409)
    await due()
    expect(await sql('select * from waiting_place')).toEqual([])
  })

  test('a block and a deleted child free spots', async () => {
    const id = await plan({ capacity: 6, guests: [ben, cleo, dan] })
    await answer(ben, id)
    await answer(dan, id)
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting' })
    const [child] = ben.children
    const reply = await t.call(deleteChild, { params: { id: child } }, { as: ben })
    expect(reply.status, reply.text).toBe(200)
    expect(await counted(id)).toBe(5)
    await due()
    expect(await own(cleo, id)).toMatchObject({ response: 'offered' })
    expect(
      (await t.call(blockCaregiver, { params: { caregiver: ben.caregiverId }, body: {} }, { as: anna }))
        .status,
    ).toBe(200)
    expect(await counted(id)).toBe(4)
    expect(
      (await t.call(blockCaregiver, { params: { caregiver: cleo.caregiverId }, body: {} }, { as: anna }))
        .status,
    ).toBe(200)
    expect(await counted(id)).toBe(3)
    expect((await seenBy(anna, id)).waiting).toEqual([])
    expect(await seenBy(cleo, id)).toMatchObject({ status: 'cancelled' })
    expect(await seenBy(cleo, id)).not.toMatchObject({ response: 'offered' })
    expect(await sql('select * from waiting_place')).toEqual([])
  })

  test('a family whose last child in line is deleted loses its place', async () => {
    const id = await plan({ capacity: 3, guests: [ben, cleo, dan] })
    await answer(dan, id)
    expect(await answer(cleo, id)).toMatchObject({ response: 'waiting' })
    const [child] = cleo.children
    const reply = await t.call(deleteChild, { params: { id: child } }, { as: cleo })
    expect(reply.status, reply.text).toBe(200)
    expect(await sql('select * from waiting_place')).toEqual([])
  })

  test('answers written by the previous release, which counts no spots, are corrected', async () => {
    const id = await plan({ capacity: 3 })
    await answer(dan, id)
    await answer(cleo, id)
    // The previous release knows neither spots nor a line.
    await sql(
      `update playdate_child set response = 'accepted', acted_by = $2 where playdate_id = $1 and child_id = any($3)`,
      id,
      cleo.caregiverId,
      cleo.children,
    )
    await due()
    expect(await counted(id)).toBe(4)
    expect(await own(cleo, id)).toMatchObject({ response: 'accepted' })
    expect(await sql('select * from waiting_place')).toEqual([])
    expect(await seenBy(anna, id)).toMatchObject({ spotsLeft: 0, waiting: [] })
  })
})
