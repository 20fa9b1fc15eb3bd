import {
  acceptPlaydate,
  cancelPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabaseUrl } from '#test/database.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { newInstance } from '#test/instance.ts'
import { killLeftovers } from '#test/runtime/processes.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  amara = await addParent(t.database, { name: 'Amara' })
  await connect(t.database, priya, amara)
})
afterAll(async () => {
  killLeftovers()
  await t.close()
})

const accept = (id: string, as: Parent, time: Date) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() } },
    { as },
  )
const cancel = (id: string, as: Parent) => t.call(cancelPlaydate, { body: { id } }, { as })
const ask = (replaces: string, as: Parent) =>
  t.call(
    createPlaydate,
    {
      body: {
        type: 'single',
        ownerChildren: priya.children,
        recipientChildren: amara.children,
        proposedLocations: { option1: 'The park' },
        proposedTimes: [inHours(72).toISOString()],
        replaces,
      },
    },
    { as },
  )
async function confirmed(): Promise<string> {
  const { id } = await addRequest(t.database, priya, amara)
  expect((await accept(id, amara, inHours(48))).status).toBe(200)
  return id
}
async function statuses(): Promise<(string | null)[][]> {
  const { rows } = await t.database.pool.query(
    `select status, replaces_id is null as is_old from playdate order by replaces_id nulls first, id`,
  )
  return rows.map((row) => [row.is_old ? 'old' : 'new', row.status])
}
async function forget(): Promise<void> {
  await t.database.pool.query('delete from playdate')
  await t.database.pool.query('delete from rate_limit')
}

test('when another time is accepted while the old playdate is cancelled, exactly one call wins', {
  tags: ['PLAN-89', 'PLAN-92'],
  timeout: 600_000,
}, async () => {
  const rounds = sampleOrFull(20, 200)
  let moved = 0
  for (let round = 0; round < rounds; round += 1) {
    const old = await confirmed()
    const id = (await ask(old, priya)).body.data._id
    const canceller = round % 2 ? priya : amara
    const yes = () => accept(id, amara, inHours(72))
    const off = () => cancel(old, canceller)
    const [accepted, cancelled] =
      round % 4 < 2 ? await Promise.all([yes(), off()]) : (await Promise.all([off(), yes()])).toReversed()
    expect([accepted?.status, cancelled?.status].toSorted()).toEqual([200, 409])
    const isMoved = accepted?.status === 200
    expect(await statuses()).toEqual([
      ['old', 'cancelled'],
      ['new', isMoved ? 'accepted' : 'cancelled'],
    ])
    moved += isMoved ? 1 : 0
    await forget()
  }
  report('a yes to another time against a cancellation', `${rounds} rounds, one winner each, ${moved} moved`)
})

test('when both sides ask for another time at once, one is refused', {
  tags: ['PLAN-91'],
  timeout: 600_000,
}, async () => {
  const rounds = sampleOrFull(20, 200)
  for (let round = 0; round < rounds; round += 1) {
    const old = await confirmed()
    const replies = await Promise.all(
      (round % 2 ? [amara, priya] : [priya, amara]).map((each) => ask(old, each)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await statuses()).toEqual([
      ['old', 'accepted'],
      ['new', 'pending'],
    ])
    await forget()
  }
  report('both sides ask for another time at once', `${rounds} rounds, one request each`)
})

test('a request for another time and a cancellation at the same moment leave nothing pending', {
  tags: ['PLAN-92'],
  timeout: 600_000,
}, async () => {
  const rounds = sampleOrFull(20, 300)
  let ended = 0
  for (let round = 0; round < rounds; round += 1) {
    const old = await confirmed()
    const [first, second] = round % 2 ? [priya, amara] : [amara, priya]
    const [asked, cancelled] = await Promise.all([ask(old, first), cancel(old, second)])
    expect(cancelled.status).toBe(200)
    expect([200, 409]).toContain(asked.status)
    expect(await statuses()).toEqual([
      ['old', 'cancelled'],
      ...(asked.status === 200 ? [['new', 'cancelled']] : []),
    ])
    ended += asked.status === 200 ? 1 : 0
    await forget()
  }
  report('another time against a cancellation', `${rounds} rounds, none left pending, ${ended} ended`)
})

test('a server killed in the middle of a yes to another time leaves both playdates unchanged', {
  tags: ['PLAN-89'],
  timeout: 120_000,
}, async () => {
  const instance = await newInstance({ DATABASE_URL: await testDatabaseUrl(), DATA_DIR: t.dataDir })
  await instance.start()
  const old = await confirmed()
  const id = (await ask(old, priya)).body.data._id
  const before = await rows()
  const sayYes = () =>
    fetch(`${instance.url}${fullPath(acceptPlaydate)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${amara.accessToken}` },
      body: JSON.stringify({
        id,
        acceptedLocation: 'The park',
        acceptedTime: inHours(72).toISOString(),
      }),
    }).then(
      ({ status }) => status,
      () => 'no answer',
    )
  // By now the new one is confirmed, and the statement that ends the old one waits for its children's rows.
  const holding = `select from playdate_child where playdate_id = '${old}' for update`
  const answers = await inTurn<number | string>(t.database, holding, [sayYes], async (waiting) => {
    expect(waiting).toEqual([expect.stringContaining('"cancelled_by"')])
    instance.app.send('SIGKILL')
    expect(await instance.app.code).toBe('SIGKILL')
  })
  expect(answers).toEqual(['no answer'])
  expect(await rows()).toEqual(before)
  // The yes can be given again.
  expect((await accept(id, amara, inHours(72))).status).toBe(200)
  expect(await statuses()).toEqual([
    ['old', 'cancelled'],
    ['new', 'accepted'],
  ])
})

/** Returns all rows of the two playdates and their notifications. */
async function rows(): Promise<unknown[]> {
  const { rows: all } = await t.database.pool.query(
    `select to_jsonb(playdate) as row from playdate union all select to_jsonb(playdate_child) from playdate_child
     union all select to_jsonb(playdate_caregiver) from playdate_caregiver
     union all select to_jsonb(notification) from notification order by 1`,
  )
  return all
}
