import { askNext, getAsk } from '@tagalong/contract/features/playdates/asks.contract.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGuardian, addParent, connect, type Parent } from '#test/world.ts'
import { doDue } from '../../../due.ts'

const zone = 'America/New_York'
const place = 'The park'
const log = pino({ level: 'silent' })

let t: TestApp
let queue: Queue
let priya: Parent
let dev: Parent
let amara: Parent
let ben: Parent
let sofia: Parent
beforeAll(async () => {
  t = await testApp()
  queue = await startQueue(t.database.url, [], { log })
})
afterAll(async () => {
  await queue.close()
  await t.close()
})

/** It is daytime, since nobody is asked at night. Both sides of the first request have two guardians. */
async function makeWorld(): Promise<void> {
  await t.reset()
  const wall = wallTime(Date.now() + 86_400_000, zone)
  t.clock.shift(instantOf({ ...wall, hour: 10, minute: 0 }, zone) - t.clock.now())
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  dev = await addParent(t.database, { name: 'Dev', children: [] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [] })
  sofia = await addParent(t.database, { name: 'Sofia', children: [{ firstName: 'Mateo' }] })
  await addGuardian(t.database, priya.children[0], dev)
  await addGuardian(t.database, amara.children[0], ben)
  for (const friend of [amara, sofia]) await connect(t.database, priya, friend)
}

const due = () => doDue({ db: t.database.kysely, queue, clock: t.clock, log })
const children = () => ({ ownerChildren: priya.children, recipientChildren: amara.children })

async function order(): Promise<{ id: string; ask: string; version: number }> {
  const body = {
    type: 'single',
    ...children(),
    proposedLocations: { option1: place },
    proposedTimes: [inHours(200).toISOString()],
    wait: 'hours',
    order: [...amara.children, ...sofia.children],
  }
  const made = await t.call(createPlaydate, { body }, { as: priya })
  expect(made.status, made.text).toBe(200)
  const ask = made.body.data.ask?.id ?? ''
  const { version } = (await t.call(getAsk, { params: { id: ask } }, { as: priya })).body.data
  return { id: made.body.data._id, ask, version }
}

const accept = (id: string, as: Parent) => {
  const body = { id, acceptedLocation: place, acceptedTime: inHours(200).toISOString() }
  return t.call(acceptPlaydate, { body }, { as })
}
const next = ({ ask, version }: { ask: string; version: number }) =>
  t.call(askNext, { params: { id: ask }, body: { version } }, { as: priya })
const counter = (id: string, as: Parent) => {
  const body = {
    type: 'single',
    ...children(),
    proposedLocations: { option1: 'The library' },
    proposedTimes: [inHours(210).toISOString()],
    version: 1,
  }
  return t.call(counterPlaydate, { params: { id }, body }, { as })
}

async function openOf(ask: string): Promise<number> {
  const { rows } = await t.database.pool.query(
    `select count(*)::int as open from playdate where ask_id = $1 and status in ('pending', 'accepted')`,
    [ask],
  )
  return rows[0].open
}

type Made = Awaited<ReturnType<typeof order>>
const races: Record<string, (made: Made) => Promise<number[]>> = {
  async 'a yes against an ending wait'({ id }) {
    await t.database.pool.query('update playdate set answer_by = now() where id = $1', [id])
    const [yes] = await Promise.all([accept(id, amara), due(), due()])
    return [yes.status]
  },
  async '‘Ask next now’ against a counter-proposal'(made) {
    return (await Promise.all([next(made), counter(made.id, amara)])).map(({ status }) => status)
  },
  async '‘Ask next now’ against a yes'(made) {
    return (await Promise.all([next(made), accept(made.id, amara), due().then(() => null)])).flatMap(
      (each) => each?.status ?? [],
    )
  },
  async 'the yes of two guardians'({ id }) {
    return (await Promise.all([accept(id, amara), accept(id, ben)])).map(({ status }) => status)
  },
  async '‘Ask next now’ twice'(made) {
    return (await Promise.all([next(made), next(made)])).map(({ status }) => status)
  },
}

test('when calls race, one wins, and exactly one request of the order is pending or accepted', {
  tags: ['PLAN-15'],
  timeout: 3_600_000,
}, async () => {
  const rounds = sampleOrFull(4, 300)
  for (const [name, race] of Object.entries(races)) {
    const seen = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      if (round % 20 === 0) await makeWorld()
      const made = await order()
      const statuses = await race(made)
      expect(statuses.every((status) => [200, 409].includes(status))).toBe(true)
      if (statuses.length > 1) expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      await due()
      expect(await openOf(made.ask)).toBe(1)
      seen.set(statuses.join(), (seen.get(statuses.join()) ?? 0) + 1)
      await t.database.pool.query('delete from playdate')
      await t.database.pool.query('delete from ask')
      await t.database.pool.query('delete from rate_limit')
    }
    const outcomes = [...seen].map(([statuses, times]) => `${statuses}: ${times}`).join('; ')
    report(`orders: ${name}`, `${rounds} rounds, one request open each time (${outcomes})`)
  }
})
