import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { createPlaydate, getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { answerSeries, getSeries } from '@tagalong/contract/features/playdates/series.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callOff } from '#features/safety/standing/pause.service.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { dateAfterWeeks, inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import {
  addFriends,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  connect,
  makePremium,
  type Parent,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  ;({ priya, amara } = await addFriends(t.database))
})
afterAll(() => t.close())

const dates = 4

/** Makes a weekly series of Priya's, whose first two dates have Amara's yes. Returns its id and dates. */
async function made(type: 'single' | 'group', guests: readonly Parent[] = [amara]) {
  const start = inHours(48)
  const body = {
    type,
    ownerChildren: priya.children,
    recipientChildren: guests.flatMap(({ children }) => children),
    proposedLocations: { option1: 'Riverside Park' },
    proposedTimes: [start.toISOString()],
    repeat: { everyWeeks: 1, until: dateAfterWeeks(start, dates - 1) },
  }
  const created = await t.call(createPlaydate, { body }, { as: priya })
  expect(created.status, created.text).toBe(200)
  const id = created.body.data.series?.id ?? ''
  const series = (await t.call(getSeries, { params: { id } }, { as: amara })).body.data
  const answers = series.dates
    .slice(0, 2)
    .map(({ playdate, version }) => ({ playdate, version, response: 'accepted' }))
  await t.call(answerSeries, { params: { id }, body: { dates: answers } }, { as: amara })
  await t.database.pool.query('delete from notification')
  return { id, playdates: series.dates.map(({ playdate }) => playdate) }
}

const notices = async (as: Parent) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title, url }) => ({ title, url }))
const pageOf = (id: string | undefined) => `/view-playdate-information/${id}`
const block = (as: Parent, { caregiverId }: Parent) =>
  t.call(blockCaregiver, { params: { caregiver: caregiverId }, body: {} }, { as })
const statuses = async (as: Parent, id: string) =>
  (await t.call(getSeries, { params: { id } }, { as })).body.data.dates.map(({ status }) => status)

test('a guardian whose family is taken off all dates while they answer gets 404', async () => {
  await makePremium(t.database, priya)
  const cleo = await addParent(t.database, { name: 'Cleo' })
  const home = await addParent(t.database, { name: 'Dev', children: [] })
  await connect(t.database, priya, cleo)
  await addGuardian(t.database, amara.children[0], home)
  const { id, playdates } = await made('group', [amara, cleo])
  const { data } = (await t.call(getSeries, { params: { id } }, { as: home })).body
  const answers = data.dates.map(({ playdate, version }) => ({ playdate, version, response: 'accepted' }))
  // Both calls have read the dates, and wait for the lock of the first open one.
  const [blocked, answered] = await inTurn<Reply>(
    t.database,
    `select from playdate where id = '${playdates[2]}' for no key update`,
    [
      () => block(priya, amara),
      () => t.call(answerSeries, { params: { id }, body: { dates: answers } }, { as: home }),
    ],
  )
  expect([blocked?.status, answered?.status]).toEqual([200, 404])
})

describe('one notice says that a whole series is off', () => {
  test('after a block; the blocked caregiver sees which dates are off', async () => {
    const { id, playdates } = await made('single')
    expect((await block(priya, amara)).status).toBe(200)
    expect(await notices(amara)).toEqual([
      { title: 'Another family cancelled your playdate', url: pageOf(playdates[0]) },
    ])
    expect(await statuses(amara, id)).toEqual(Array(dates).fill('cancelled'))
  })

  test('after a block of one of several families, to that family only', async () => {
    await makePremium(t.database, priya)
    const cleo = await addParent(t.database, { name: 'Cleo' })
    await connect(t.database, priya, cleo)
    const { id, playdates } = await made('group', [amara, cleo])
    expect((await block(priya, amara)).status).toBe(200)
    expect(await notices(amara)).toEqual([
      { title: 'Another family cancelled their event', url: pageOf(playdates[0]) },
    ])
    expect(await notices(cleo)).toEqual([])
    const seen = await t.call(getPlaydate, { params: { id: playdates[0] } }, { as: amara })
    expect(seen.body.data).toMatchObject({ status: 'cancelled', series: { id } })
    const read = await t.call(getSeries, { params: { id } }, { as: amara })
    expect(read.body.data.dates.map(({ playdate, status }) => ({ playdate, status }))).toEqual(
      playdates.map((playdate) => ({ playdate, status: 'cancelled' })),
    )
    expect(await statuses(cleo, id)).toEqual(Array(dates).fill('accepted'))
  })

  test('after a child is deleted, also to a helper who saw only the confirmed dates', async () => {
    const sam = await addParent(t.database, { name: 'Sam', children: [] })
    await addHelper(t.database, priya.children[0], sam, { adder: priya })
    const { playdates } = await made('single')
    const reply = await t.call(deleteChild, { params: { id: amara.children[0] } }, { as: amara })
    expect(reply.status, reply.text).toBe(200)
    expect(await notices(priya)).toEqual([
      {
        title: 'Amara’s children can’t come any more, so your playdate is off',
        url: pageOf(playdates[0]),
      },
    ])
    expect(await notices(sam)).toHaveLength(1)
  })

  test('after an account is erased', async () => {
    await made('single')
    const admin = await addPerson(t.database, { isAdmin: true })
    const reply = await t.call(deleteUser, { params: { id: amara.userId } }, { as: admin })
    expect(reply.status, reply.text).toBe(200)
    expect((await notices(priya)).map(({ title }) => title)).toEqual([
      'The other family no longer has an account here, so your playdate is off',
    ])
  })

  test('after an account is paused, for each of its series', async () => {
    const [one, other] = [await made('single'), await made('single')]
    await t.database.kysely.transaction().execute((db) =>
      callOff(
        {
          db,
          queue: { enqueue: async () => undefined, close: async () => undefined },
          clock: t.clock,
        },
        { caregiverId: priya.caregiverId, ids: [...one.playdates, ...other.playdates] },
      ),
    )
    // Both have the same time, so their order isn't certain.
    expect((await notices(amara)).map(({ url }) => url).toSorted()).toEqual(
      [one, other].map(({ playdates }) => pageOf(playdates[0])).toSorted(),
    )
  })
})
