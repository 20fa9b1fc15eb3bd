import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { cancelPlaydate, counterPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { respondToEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { answerSeries, getSeries, stopSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { answerOffer, setCapacity } from '@tagalong/contract/features/playdates/spots.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGuardian, addParent, addPerson, type Parent, type Person } from '#test/world.ts'
import { insertPlaydate } from '../playdate-insert.db.ts'
import { passSpotsOn } from './spots.service.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const rounds = sampleOrFull(1, 10)
/** The sample tests every fourth pair, so that each act is among them. */
const step = sampleOrFull(4, 1)
const day = 86_400_000

/**
 * Two dates of an event of Anna's. The first has room for three: Ben comes with one of his two children, the other of
 * whom also has Bea as guardian; a spot is kept for Cleo, and Dan waits.
 */
interface World {
  anna: Parent
  ben: Parent
  bea: Parent
  cleo: Parent
  dan: Parent
  admin: Person
  series: string
  events: string[]
}

async function addWorld(): Promise<World> {
  const [anna, ben, bea, cleo, dan] = (await Promise.all(
    ['Anna', 'Ben', 'Bea', 'Cleo', 'Dan'].map((name) =>
      addParent(t.database, {
        name,
        children: name === 'Bea' ? [] : [{ firstName: 'Ada' }, { firstName: 'Bo' }],
      }),
    ),
  )) as [Parent, Parent, Parent, Parent, Parent]
  await addGuardian(t.database, ben.children[1], bea)
  const [series, events] = [newId(), [newId(), newId()]]
  for (const [index, id] of events.entries()) {
    await insertPlaydate(t.database.kysely, {
      id,
      roomId: newId(),
      type: 'group',
      ownerId: anna.caregiverId,
      ownerChildren: anna.children.slice(0, 1),
      recipients: [ben, cleo, dan].flatMap(({ caregiverId, children }) =>
        children.map((childId) => ({ childId, caregiverId })),
      ),
      proposal: {
        locations: ['The zoo', null, null],
        times: [inHours(240 + index * 168)],
        durationMinutes: 120,
      },
      capacity: 2,
      series: { id: series, everyWeeks: 1 },
    })
  }
  const world = {
    anna,
    ben,
    bea,
    cleo,
    dan,
    admin: await addPerson(t.database, { isAdmin: true }),
    series,
    events,
  }
  for (const each of [ben, cleo, dan]) await say(world, each, { children: each.children.slice(0, 1) })
  await fit(world, 3)
  return world
}

interface Saying {
  response?: string
  children?: readonly string[]
}

const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status
const say = ({ events }: World, as: Parent, { response = 'accepted', children }: Saying = {}) =>
  statusOf(
    t.call(
      respondToEvent,
      { body: { playdate: events[0], response, ...(children && { children }) } },
      { as },
    ),
  )
const fit = ({ anna, events }: World, capacity: number | null) =>
  statusOf(
    t.call(setCapacity, { params: { playdateId: events[0] }, body: { capacity, version: 1 } }, { as: anna }),
  )
const offer = ({ events }: World, as: Parent, response: string) =>
  statusOf(t.call(answerOffer, { params: { playdateId: events[0] }, body: { response } }, { as }))
const due = async (ahead = 0) => {
  await passSpotsOn({
    db: t.database.kysely,
    queue: { enqueue: async () => undefined, close: async () => undefined },
    clock: { now: () => t.clock.now() + ahead },
    log: t.app.log,
  })
  return 200
}
const block = (as: Parent, { caregiverId }: Parent) =>
  statusOf(t.call(blockCaregiver, { params: { caregiver: caregiverId }, body: {} }, { as }))
const erase = ({ admin }: World, { userId }: Parent) =>
  statusOf(t.call(deleteUser, { params: { id: userId } }, { as: admin }))

type Act = (world: World) => Promise<number>

/** What families do about spots. */
const doing: Record<string, Act> = {
  'Ben says no': (world) => say(world, world.ben, { response: 'rejected' }),
  'Bea says yes': (world) => say(world, world.bea),
  'Cleo takes the offer': (world) => offer(world, world.cleo, 'accepted'),
  'Cleo gives it up': (world) => offer(world, world.cleo, 'rejected'),
  'Dan changes who comes': (world) => say(world, world.dan),
  'more fit': (world) => fit(world, 5),
  'no limit': (world) => fit(world, null),
  'the offer is over': () => due(2 * day),
  'Bea answers all dates': async (world) => {
    const { bea, series } = world
    const read = await t.call(getSeries, { params: { id: series } }, { as: bea })
    const dates = (read.body.data?.dates ?? []).map(({ playdate, version }) => ({
      playdate,
      version,
      response: 'accepted',
    }))
    return statusOf(t.call(answerSeries, { params: { id: series }, body: { dates } }, { as: bea }))
  },
}

/** What happens at the same moment. */
const meanwhile: Record<string, Act> = {
  'Anna blocks Ben': ({ anna, ben }) => block(anna, ben),
  'Cleo blocks Anna': ({ anna, cleo }) => block(cleo, anna),
  'Ben’s child is deleted': ({ ben }) =>
    statusOf(t.call(deleteChild, { params: { id: ben.children[0] } }, { as: ben })),
  'Cleo is erased': (world) => erase(world, world.cleo),
  'Anna is erased': (world) => erase(world, world.anna),
  'the event is moved': ({ anna, ben, cleo, dan, events }) => {
    const body = {
      type: 'group',
      ownerChildren: anna.children,
      recipientChildren: [ben, cleo, dan].flatMap(({ children }) => children),
      proposedLocations: { option1: 'The park' },
      proposedTimes: [inHours(264).toISOString()],
      version: 1,
    }
    return statusOf(t.call(counterPlaydate, { params: { id: events[0] ?? '' }, body }, { as: anna }))
  },
  'the event is cancelled': ({ anna, events }) =>
    statusOf(t.call(cancelPlaydate, { body: { id: events[0] ?? '' } }, { as: anna })),
  'the series is stopped': ({ anna, events, series }) =>
    statusOf(t.call(stopSeries, { params: { id: series }, body: { from: events[0] ?? '' } }, { as: anna })),
  'spots are passed on': () => due(),
}

/** States that mustn't exist once what is due has been done. */
const broken = `
  select 'spots miscounted' as what from playdate
    where capacity is not null and status = 'accepted' and spots_taken <> (
      select count(*) from playdate_child where playdate_id = playdate.id
        and (side = 'owner' or response = 'accepted' or in_line = 'offered'))
  union all select 'in line with an answer' from playdate_child where in_line is not null and response is not null
  union all select 'in line without a place' from playdate_child
    where in_line is not null and not exists (
      select from waiting_place
      where waiting_place.playdate_id = playdate_child.playdate_id and caregiver_id = acted_by)
  union all select 'place of nobody' from waiting_place where not exists (
    select from playdate_child
    where playdate_child.playdate_id = waiting_place.playdate_id and acted_by = caregiver_id and in_line is not null)
  union all select 'line of what is off' from waiting_place join playdate on playdate.id = playdate_id
    where status <> 'accepted'`

test('spots and waiting list stay consistent whatever happens at once, without a 5xx or a deadlock', {
  tags: ['PLAN-42'],
  timeout: 3_600_000,
}, async () => {
  const conflicts = countConflicts(t.database)
  const found: string[] = []
  for (const [at, [name, act]] of Object.entries(doing).entries()) {
    await t.reset()
    for (const [beside, [what, happens]] of Object.entries(meanwhile).entries()) {
      if ((at + beside) % step > 0) continue
      for (let round = 0; round < rounds; round += 1) {
        const world = await addWorld()
        const before = conflicts()
        const both = [() => act(world), () => happens(world)]
        const statuses = await Promise.all((round % 2 ? both.toReversed() : both).map((each) => each()))
        if (statuses.some((status) => status >= 500)) found.push(`${name} / ${what}: ${statuses}`)
        if (conflicts() > before) found.push(`${name} / ${what}: in a circle`)
        await t.database.pool.query('delete from rate_limit')
      }
      await due()
      const { rows } = await t.database.pool.query<{ what: string }>(broken)
      for (const row of rows) found.push(`${name} / ${what}: ${row.what}`)
    }
  }
  expect(found).toEqual([])
  report('spots while families come and go', `${rounds} rounds each, no 5xx, 0 deadlocks, 0 broken`)
})
