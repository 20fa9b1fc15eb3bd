import { getEventResponse, respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { withoutTimeLimit } from '#test/filling.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, type Parent } from '#test/world.ts'
import { insertPlaydate } from '../playdate-insert.db.ts'
import { passSpotsOn } from './spots.service.ts'

let t: TestApp
let anna: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
})
afterAll(() => t.close())

const sql = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows

function families(sizes: readonly number[]): Promise<Parent[]> {
  return Promise.all(
    sizes.map((size, at) =>
      addParent(t.database, {
        name: `Family ${at}`,
        children: Array.from({ length: size }, (_, child) => ({ firstName: `Child${child}` })),
      }),
    ),
  )
}

async function plan(guests: readonly Parent[], capacity: number, hours = 240): Promise<string> {
  const id = newId()
  await insertPlaydate(t.database.kysely, {
    id,
    roomId: newId(),
    type: 'group',
    ownerId: anna.caregiverId,
    ownerChildren: anna.children,
    recipients: guests.flatMap(({ caregiverId, children }) =>
      children.map((childId) => ({ childId, caregiverId })),
    ),
    proposal: { locations: ['The zoo', null, null], times: [inHours(hours)], durationMinutes: 120 },
    capacity,
  })
  return id
}

/** Answers the event, and repeats the call after a 503, which a server without a free connection sends. */
async function say(as: Parent, id: string, response = 'accepted', children?: readonly string[]) {
  const body = { playdate: id, response, ...(children && { children }) }
  for (;;) {
    const reply = await t.call(respondToEvent, { body }, { as })
    if (reply.status !== 503) return reply
  }
}
const own = async (as: Parent, playdateId: string) =>
  (await t.call(getEventResponse, { params: { playdateId } }, { as })).body.data
const fit = (playdateId: string, capacity: number | null) =>
  t.call(setCapacity, { params: { playdateId }, body: { capacity, version: 1 } }, { as: anna })
const due = () =>
  passSpotsOn({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: t.clock,
    log: t.app.log,
  })

/** Returns how many children come, for how many a spot is kept, and the event's own count of spots taken. */
async function spotsOf(id: string) {
  const [row] = await sql(
    `select spots_taken as taken, capacity,
      (select count(*)::int from playdate_child where playdate_id = playdate.id
        and (side = 'owner' or response = 'accepted')) as coming,
      (select count(*)::int from playdate_child where playdate_id = playdate.id and in_line = 'offered') as kept,
      (select count(*)::int from playdate_child where playdate_id = playdate.id
        and in_line is not null and response is not null) as both,
      (select count(*)::int from waiting_place where playdate_id = playdate.id and (offer_until is null) <> not exists (
        select from playdate_child where playdate_child.playdate_id = waiting_place.playdate_id
          and acted_by = waiting_place.caregiver_id and in_line = 'offered')) as crossed
    from playdate where id = $1`,
    id,
  )
  return row
}

async function wide<T>(of: readonly T[], doing: (each: T) => Promise<unknown>): Promise<void> {
  const left = [...of]
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let each = left.shift(); each !== undefined; each = left.shift()) await doing(each)
    }),
  )
}

test('when families say yes at once, never more children come than there is room for', {
  tags: ['PLAN-42'],
  timeout: 600_000,
}, async () => {
  const guests = await families(Array.from({ length: sampleOrFull(40, 200) }, () => 2))
  // This happens by itself within a minute. If Postgres takes the tables for empty, writing 400 children takes seconds.
  await withoutTimeLimit(async (client) => void (await client.query('analyze')))
  const id = await plan(guests, 21)
  await wide(guests, async (each) => expect((await say(each, id)).status).toBe(200))
  expect(await spotsOf(id)).toEqual({ taken: 21, capacity: 21, coming: 21, kept: 0, both: 0, crossed: 0 })
  const positions = await Promise.all(guests.map(async (each) => (await own(each, id))?.position ?? 0))
  const waiting = guests.length - 10
  expect(positions.filter((each) => each > 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: waiting }, (_, at) => at + 1),
  )
  // Families leave one after the other, and the first in line gets an offer.
  const coming = guests.filter((_, at) => positions[at] === 0)
  const line = guests
    .filter((_, at) => positions[at] !== 0)
    .toSorted((a, b) => (positions[guests.indexOf(a)] ?? 0) - (positions[guests.indexOf(b)] ?? 0))
  for (const [at, each] of coming.slice(0, 5).entries()) {
    await say(each, id, 'rejected')
    expect(await own(line[at] as Parent, id)).toMatchObject({ response: 'offered' })
    expect(await own(line[at + 1] as Parent, id)).toMatchObject({ response: 'waiting' })
  }
  expect(await spotsOf(id)).toMatchObject({ taken: 21, coming: 11, kept: 10 })
  report(`${guests.length} families say yes to 20 spots at once`, '20 children attend, the line is in order')
})

test('until 3 days before the start, a family of four isn’t overtaken by families of one', {
  tags: ['PLAN-84', 'PLAN-45'],
  timeout: 300_000,
}, async () => {
  const ones = await families([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
  const [four] = (await families([4])) as [Parent]
  const id = await plan([...ones, four], 5)
  for (const each of ones.slice(0, 4)) await say(each, id)
  await say(four, id)
  await wide(ones.slice(4), async (each) => expect((await say(each, id)).body.data.response).toBe('waiting'))
  for (const [at, each] of ones.slice(0, 4).entries()) {
    await say(each, id, 'rejected')
    await due()
    expect((await own(four, id))?.response).toBe(at === 3 ? 'offered' : 'waiting')
    expect((await spotsOf(id)).kept).toBe(at === 3 ? 4 : 0)
  }
  expect(
    (await t.call(answerOffer, { params: { playdateId: id }, body: { response: 'accepted' } }, { as: four }))
      .status,
  ).toBe(200)
  expect(await spotsOf(id)).toMatchObject({ taken: 5, coming: 5, kept: 0 })
})

test('lowering the capacity while an offer is accepted takes nobody’s spot', {
  tags: ['PLAN-50'],
  timeout: 300_000,
}, async () => {
  const guests = await families([2, 2, 2, 2, 2, 2])
  const rounds = sampleOrFull(10, 100)
  for (let round = 0; round < rounds; round += 1) {
    const id = await plan(guests, 5)
    for (const each of guests) await say(each, id)
    await fit(id, 7)
    const offered = guests[2] as Parent
    expect(await own(offered, id)).toMatchObject({ response: 'offered' })
    const [taken] = await Promise.all([
      t.call(answerOffer, { params: { playdateId: id }, body: { response: 'accepted' } }, { as: offered }),
      fit(id, 3),
      due(),
    ])
    expect(taken.status).toBe(200)
    expect(await spotsOf(id)).toMatchObject({ taken: 7, capacity: 3, coming: 7, kept: 0 })
    await sql('delete from playdate where id = $1', id)
    await sql('delete from rate_limit')
  }
  report('room lowered while an offer is taken', `${rounds} rounds, nobody lost a spot`)
})

test('during random steps of eight clients, the spots taken equal the children who have one', {
  tags: ['PLAN-42'],
  timeout: 900_000,
}, async () => {
  const steps = sampleOrFull(200, 1_000)
  const guests = await families([1, 2, 3, 4, 1, 2, 1, 3])
  const id = await plan(guests, 8)
  let [seed, done, most] = [20_261_125, 0, 8]
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  await Promise.all(
    guests.map(async (each) => {
      while (done < steps) {
        done += 1
        const what = random(10)
        if (what < 5) {
          const children = each.children.slice(0, 1 + random(each.children.length))
          expect([200, 400]).toContain((await say(each, id, 'accepted', children)).status)
        } else if (what < 7) expect((await say(each, id, 'rejected')).status).toBe(200)
        else if (what === 7) {
          const response = random(3) ? 'accepted' : 'rejected'
          const reply = await t.call(
            answerOffer,
            { params: { playdateId: id }, body: { response } },
            { as: each },
          )
          expect([200, 409, 503]).toContain(reply.status)
        } else if (what === 8) {
          const capacity = 4 + random(9)
          most = Math.max(most, capacity)
          expect([200, 503]).toContain((await fit(id, capacity)).status)
        } else {
          if (random(4) === 0)
            await sql(`update waiting_place set offer_until = now() where offer_until is not null`)
          await due()
        }
        if (done % 40 === 0) await sql('delete from rate_limit')
        const { taken, coming, kept, both, crossed } = await spotsOf(id)
        expect({ taken, both, crossed }).toEqual({ taken: coming + kept, both: 0, crossed: 0 })
        expect(taken).toBeLessThanOrEqual(most)
      }
    }),
  )
  report('random steps of eight clients at one event', `${steps} steps, spots taken right after each`)
})
