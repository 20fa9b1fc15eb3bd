import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { askNext, getAsk } from '@tagalong/contract/features/playdates/asks.contract.ts'
import { createPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goOnAsking } from '#features/playdates/asks/asks.service.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { addParent, addPerson, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let cleo: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }, { firstName: 'Noa' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leonard' }] })
  cleo = await addParent(t.database, { name: 'Cleo', children: [{ firstName: 'Zoe' }] })
  for (const each of [ben, cleo]) await connect(t.database, anna, each)
})
afterAll(() => t.close())

/** Anna's, of all her children, for one family after the other. */
async function order(families: Parent[]): Promise<string> {
  const asked = families.flatMap(({ children }) => children)
  const body = {
    type: 'single',
    ownerChildren: anna.children,
    recipientChildren: asked.slice(0, 1),
    proposedLocations: { option1: 'Leonard’s garden', option2: 'Mia’s room', option3: 'The zoo' },
    proposedTimes: [inHours(200).toISOString()],
    order: asked,
  }
  const reply = await t.call(createPlaydate, { body }, { as: anna })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.ask?.id ?? ''
}
const read = async (id: string) => (await t.call(getAsk, { params: { id } }, { as: anna })).body.data
const remove = (as: Parent) => t.call(deleteChild, { params: { id: as.children[0] } }, { as })
async function eraseAccount(of: Parent) {
  const admin = await addPerson(t.database, { isAdmin: true })
  return t.call(deleteUser, { params: { id: of.userId } }, { as: admin })
}

/** At night nobody is asked. */
function itIsNoon(): void {
  const wall = wallTime(t.clock.now(), 'America/New_York')
  t.clock.shift(
    instantOf({ ...wall, day: wall.day + 1, hour: 12, minute: 0 }, 'America/New_York') - t.clock.now(),
  )
}

/** What each minute does for orders. */
async function goOn(): Promise<void> {
  const queue = { enqueue: async () => undefined, close: async () => undefined }
  await goOnAsking({ db: t.database.kysely, queue, clock: t.clock, log: pino({ level: 'silent' }) })
}

test.each([
  ['a child', remove],
  ['an account', eraseAccount],
])(
  'the name of %s that is erased leaves the places of orders, and so what is asked next',
  {
    tags: ['API-087'],
  },
  async (_what, erase) => {
    const id = await order([ben, cleo])
    expect((await erase(ben)).status).toBe(200)
    expect((await remove(anna)).status).toBe(200)
    const { rows } = await t.database.pool.query('select location1, location2, location3 from ask')
    expect(rows).toEqual([
      { location1: 'a child’s garden', location2: 'a child’s room', location3: 'The zoo' },
    ])
    itIsNoon()
    await goOn()
    const next = (await read(id)).steps[1]
    expect(next?.state).toBe('asked')
    const playdate = await t.call(getPlaydate, { params: { id: next?.playdate } }, { as: cleo })
    expect(playdate.body.data.proposedLocations).toEqual({
      option1: 'a child’s garden',
      option2: 'a child’s room',
      option3: 'The zoo',
    })
  },
)

test('a name that another child of the order bears stays', { tags: ['API-087'] }, async () => {
  const dan = await addParent(t.database, { name: 'Dan', children: [{ firstName: 'Leonard' }] })
  await connect(t.database, anna, dan)
  await order([ben, dan])
  expect((await remove(ben)).status).toBe(200)
  const { rows } = await t.database.pool.query('select location1 from ask')
  expect(rows).toEqual([{ location1: 'Leonard’s garden' }])
})

test.each([
  ['a child', 'before', () => remove(ben)],
  ['a child', 'after', () => remove(ben)],
  ['an account', 'before', () => eraseAccount(ben)],
  ['an account', 'after', () => eraseAccount(ben)],
] as const)(
  'while %s is erased, begun %s it, the next family is asked: neither waits in vain',
  {
    tags: ['API-087', 'API-098'],
  },
  async (_what, begun, erase) => {
    const id = await order([cleo, ben])
    const { version } = await read(id)
    itIsNoon()
    const conflicts = countConflicts(t.database)
    const ask = () => t.call(askNext, { params: { id }, body: { version } }, { as: anna })
    const lock = `select from ask where id = '${id}' for update`
    const calls = begun === 'before' ? [ask, erase] : [erase, ask]
    const replies = await inTurn<Reply>(t.database, lock, calls)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await t.database.pool.query(
      `select location1 from ask union all select location1 from playdate where status <> 'cancelled'`,
    )
    expect(new Set(rows.map(({ location1 }) => location1))).toEqual(new Set(['a child’s garden']))
    expect(conflicts()).toBe(0)
  },
)
