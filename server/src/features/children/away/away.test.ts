import {
  createDaysAway,
  deleteDaysAway,
  listDaysAway,
} from '@tagalong/contract/features/children/away.contract.ts'
import {
  createChild,
  deleteChild,
  findAvailabilitySlots,
  getChild,
  listChildrenOfCaregiver,
  saveChild,
} from '@tagalong/contract/features/children/children.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { instantOf, wallTime } from '@tagalong/contract/values/time-zone.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import {
  addGroup,
  addGuardian,
  addHelper,
  addMember,
  addParent,
  addPerson,
  connect,
  type Parent,
} from '#test/world.ts'

const zone = 'America/New_York'
const hours = [{ day: 'Mon' as const, blocks: [{ start: 15, end: 18 }] }]

let t: TestApp
/** Guardians of Anika, who is free on Mondays from 3 to 6 pm. Amara is Priya's friend, Mei in a group with her. */
let priya: Parent
let dev: Parent
let amara: Parent
let mei: Parent
let anika: string
let rohan: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  // Noon in New York, so that no day begins during a test.
  t.clock.shift(((36 - wallTime(t.clock.now(), zone).hour) % 24) * 3_600_000)
  const { database } = t
  priya = await addParent(database, {
    name: 'Priya',
    children: [{ firstName: 'Anika', availability: hours }, { firstName: 'Rohan' }],
  })
  ;[anika = '', rohan = ''] = priya.children
  dev = await addParent(database, { name: 'Dev', children: [{ firstName: 'Leo' }] })
  await addGuardian(database, anika, dev)
  // Always free, so that only Anika's hours decide the answer.
  const always = (['Sun', 'Mon', 'Tue'] as const).map((day) => ({ day, blocks: [{ start: 5, end: 22 }] }))
  amara = await addParent(database, {
    name: 'Amara',
    children: [{ firstName: 'Noor', availability: always }],
  })
  mei = await addParent(database, { name: 'Mei', children: [{ firstName: 'Lin', availability: always }] })
  await connect(database, priya, amara)
  const group = await addGroup(database)
  await addMember(database, group, priya)
  await addMember(database, group, mei)
})
afterAll(() => t.close())

/** The date that many days from today, on the clock of New York. */
function dateIn(days: number): string {
  const { year, month, day } = wallTime(t.clock.now(), zone)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** The next Monday. */
function monday(): { date: string; at: (hour: number) => string } {
  const now = wallTime(t.clock.now(), zone)
  const day = now.day + 8 - now.weekday
  return {
    date: dateIn(8 - now.weekday),
    at: (hour) => new Date(instantOf({ ...now, day, hour, minute: 0 }, zone)).toISOString(),
  }
}

const enter = (as: Parent, body: Partial<{ from: string; to: string; children: string[] }> = {}) => {
  const { date } = monday()
  return t.call(createDaysAway, { body: { from: date, to: date, children: [anika], ...body } }, { as })
}
const list = async (as: Parent) => (await t.call(listDaysAway, {}, { as })).body.data
const remove = (as: Parent, id: string) => t.call(deleteDaysAway, { params: { id } }, { as })

/** How the slots at 2, 3, 4, 5 and 6 pm of that Monday fit. */
async function fits(as: Parent, ids: string[] = [anika]) {
  const { at } = monday()
  const children = as === priya || as === dev ? ids : [...ids, as.children[0] ?? '']
  const reply = await t.call(findAvailabilitySlots, { body: { children, from: at(14), to: at(19) } }, { as })
  expect(reply.status).toBe(200)
  for (const slot of reply.body.data) expect(Object.keys(slot)).toEqual(['start', 'fit'])
  return reply.body.data.map(({ fit }) => fit).join(' ')
}

const asFree = 'some all all all some'
const asAway = 'some some some some some'
const unknown = 'unknown unknown unknown unknown unknown'

const saveAnika = async (as: Parent, body: object) => {
  const fields = { firstName: 'Anika', lastNameInitial: 'E', availability: hours, ...body }
  expect((await t.call(saveChild, { params: { id: anika }, body: fields }, { as })).status).toBe(200)
}

const end = (who: Parent) =>
  t.database.pool.query('update guardianship set until = now() where child_id = $1 and caregiver_id = $2', [
    anika,
    who.caregiverId,
  ])

describe('days away', () => {
  test('are entered for some or all of one’s children, and listed by their first day', {
    tags: ['TIME-105'],
  }, async () => {
    const [from, to] = [dateIn(20), dateIn(33)]
    const made = await enter(priya, { from, to, children: [rohan, anika, rohan] })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ from, to, by: { name: 'Priya' }, isMine: true })
    expect(made.body.data.children.toSorted()).toEqual([anika, rohan].toSorted())
    await enter(priya, { from: dateIn(0), to: dateIn(0), children: [rohan] })
    expect((await list(priya)).map((each) => [each.from, each.children.length])).toEqual([
      [dateIn(0), 1],
      [from, 2],
    ])
    // The other guardian is shown their own child only.
    expect(await list(dev)).toEqual([{ ...made.body.data, children: [anika], isMine: false }])
    for (const each of [amara, mei]) expect(await list(each)).toEqual([])
  })

  test('are limited to ten, even if more are entered at once; past ones don’t count', {
    tags: ['TIME-105'],
  }, async () => {
    await t.database.pool.query(
      `insert into away (id, caregiver_id, first_day, last_day) values ($1, $2, $3, $3)`,
      [newId(), priya.caregiverId, dateIn(-1)],
    )
    const replies = await Promise.all(Array.from({ length: 12 }, () => enter(priya)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array.from({ length: 2 }, () => [409, 'Ten are the most. Remove one first.']),
    )
    // Another guardian has ten of their own.
    expect((await enter(dev)).status).toBe(201)
    expect((await remove(priya, (await list(priya)).find(({ isMine }) => isMine)?._id ?? '')).status).toBe(
      200,
    )
    expect((await enter(priya)).status).toBe(201)
  })

  test('are entered once if the same call is sent twice', { tags: ['TIME-105'] }, async () => {
    const body = { from: dateIn(3), to: dateIn(4), children: [anika] }
    const headers = { 'idempotency-key': newId() }
    const twice = await Promise.all(
      [1, 2].map(() => t.call(createDaysAway, { body }, { as: priya, headers })),
    )
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(twice[0]?.text).toBe(twice[1]?.text)
    expect(await list(priya)).toHaveLength(1)
  })

  test.each([
    ['from', 'Choose a day from today on', () => ({ from: dateIn(-1), to: dateIn(3) })],
    ['to', 'The last day is before the first', () => ({ from: dateIn(3), to: dateIn(2) })],
    ['to', 'At most a year ahead', () => ({ from: dateIn(3), to: dateIn(366) })],
    ['from', 'At most a year ahead', () => ({ from: dateIn(366), to: dateIn(367) })],
    ['children', 'Choose at least one child', () => ({ children: [] })],
    ['from', 'Choose a day from today on', () => ({ from: '2027-02-30' })],
    ['from', 'Choose a day from today on', () => ({ from: '' })],
  ] as const)(
    'are refused at the field if they are invalid: %s, %s',
    { tags: ['TIME-106'] },
    async (field, text, body) => {
      const reply = await enter(priya, body() as object)
      expect([reply.status, reply.body.fields?.[field]]).toEqual([400, text])
      expect(await list(priya)).toEqual([])
    },
  )

  test('begin today or later and end at most a year ahead, on the clock of the guardian who enters them', {
    tags: ['TIME-106'],
  }, async () => {
    expect((await enter(priya, { from: dateIn(0), to: dateIn(365) })).status).toBe(201)
    // In a zone where it is already tomorrow, today's date here is past.
    const ahead = await addParent(t.database, { timeZone: 'Pacific/Kiritimati' })
    const there = wallTime(t.clock.now(), 'Pacific/Kiritimati')
    const date = (day: number) =>
      new Date(Date.UTC(there.year, there.month - 1, day)).toISOString().slice(0, 10)
    const from = async (day: number) =>
      (await enter(ahead, { from: date(day), to: date(day), children: ahead.children })).status
    expect([await from(there.day - 1), await from(there.day)]).toEqual([400, 201])
  })

  test('can’t be entered for a child that isn’t one’s own', { tags: ['TIME-106'] }, async () => {
    await addHelper(t.database, anika, mei, { adder: priya })
    for (const [as, child] of [
      [dev, rohan],
      [amara, anika],
      // A helper is not a guardian.
      [mei, anika],
      [priya, newId()],
    ] as const) {
      const reply = await enter(as, { children: [...as.children.slice(0, 1), child] })
      expect([reply.status, await list(as)]).toEqual([404, []])
    }
    // Nor for a former guardian.
    await end(dev)
    expect((await enter(dev)).status).toBe(404)
  })
})

describe('the finder', () => {
  test('treats hours of days away as not free, for guardians and their connections', {
    tags: ['TIME-107'],
  }, async () => {
    const before = [await fits(priya), await fits(dev), await fits(amara)]
    expect(before).toEqual([asFree, asFree, asFree])
    await enter(priya)
    expect([await fits(priya), await fits(dev), await fits(amara)]).toEqual([asAway, asAway, asAway])
    // Whichever guardian entered them: a connection of one guardian is a connection of the child.
    const lena = await addParent(t.database, { children: [{ availability: hours }] })
    await connect(t.database, lena, dev)
    expect(await fits(lena)).toBe(asAway)
    // The same for a child without known hours.
    expect(await fits(priya, [rohan])).toBe(unknown)
    await enter(priya, { children: [rohan] })
    expect(await fits(priya, [rohan])).toBe(asAway)
    expect(await fits(amara, [rohan])).toBe(asAway)
  })

  test('counts days away on the clock of the guardian who entered them', { tags: ['TIME-107'] }, async () => {
    await t.database.pool.query(`update caregiver set time_zone = 'Asia/Tokyo' where id = $1`, [
      dev.caregiverId,
    ])
    // Tuesday in Tokyo begins on Monday at 10 or 11 am here.
    await enter(dev, {
      from: dateIn(9 - wallTime(t.clock.now(), zone).weekday),
      to: dateIn(10 - wallTime(t.clock.now(), zone).weekday),
    })
    expect(await fits(priya)).toBe(asAway)
    await t.database.pool.query(`update caregiver set time_zone = $2 where id = $1`, [dev.caregiverId, zone])
    expect(await fits(priya)).toBe(asFree)
  })

  test('doesn’t reveal days away to a caregiver who merely shares a group', {
    tags: ['TIME-108'],
  }, async () => {
    const before = await fits(mei)
    await enter(priya)
    await enter(priya, { children: [rohan] })
    expect([before, await fits(mei)]).toEqual([asFree, asFree])
    expect(await fits(mei, [rohan])).toBe(unknown)
    // Nor those whose invitation is pending, or who are connected only with a helper of the child.
    await connect(t.database, mei, priya, 'pending')
    const asha = await addParent(t.database)
    await addHelper(t.database, anika, asha, { adder: priya })
    await connect(t.database, mei, asha)
    expect(await fits(mei)).toBe(asFree)
  })

  test('no longer counts days away that were removed, which only the guardian who entered them may do', {
    tags: ['TIME-110'],
  }, async () => {
    const { _id } = (await enter(priya)).body.data
    const unknownOnes = await remove(dev, newId())
    for (const as of [dev, amara, mei]) {
      const reply = await remove(as, _id)
      expect([reply.status, reply.text]).toEqual([404, unknownOnes.text])
    }
    expect(await fits(amara)).toBe(asAway)
    expect((await remove(priya, _id)).status).toBe(200)
    expect([await fits(priya), await fits(amara)]).toEqual([asFree, asFree])
    expect((await remove(priya, _id)).status).toBe(404)
  })

  test('no longer counts days away once the guardian who entered them has left, and others no longer see them', {
    tags: ['TIME-110'],
  }, async () => {
    await enter(dev, { children: [anika, ...dev.children] })
    expect([await fits(priya), await fits(amara)]).toEqual([asAway, asAway])
    await end(dev)
    expect([await fits(priya), await fits(amara)]).toEqual([asFree, asFree])
    expect(await list(priya)).toEqual([])
    // They still count for their other child.
    expect((await list(dev)).map(({ children }) => children)).toEqual([dev.children])
    // And a former guardian neither reads nor changes what the child's guardian enters from now on.
    const { _id } = (await enter(priya)).body.data
    expect((await list(dev)).filter(({ isMine }) => !isMine)).toEqual([])
    expect((await remove(dev, _id)).status).toBe(404)
  })

  test.each(['suspended', 'closed'])(
    'doesn’t count days away while the account that entered them is %s, and nobody else sees them',
    {
      tags: ['TIME-110', 'SAFE-47'],
    },
    async (standing) => {
      await enter(dev)
      await t.database.pool.query(
        `update app_user set standing = $2, standing_until = now() + interval '7 days' where id = $1`,
        [dev.userId, standing],
      )
      expect([await fits(priya), await fits(amara)]).toEqual([asFree, asFree])
      expect(await list(priya)).toEqual([])
      await t.database.pool.query(
        `update app_user set standing = 'good', standing_until = null where id = $1`,
        [dev.userId],
      )
      expect([await fits(priya), await fits(amara)]).toEqual([asAway, asAway])
      expect(await list(priya)).toHaveLength(1)
    },
  )

  test('reveals no days away to a friend who is apart by now', { tags: ['TIME-107'] }, async () => {
    await enter(priya)
    // Through the other guardian, the friend still knows the child as a fellow member.
    const group = await addGroup(t.database)
    for (const each of [dev, amara]) await addMember(t.database, group, each)
    await t.database.pool.query(
      `insert into block (id, blocker_id, blocked_id, name, last_name) values ($1, $2, $3, 'Amara', '')`,
      [newId(), priya.caregiverId, amara.caregiverId],
    )
    expect(await fits(amara)).toBe(asFree)
  })
})

describe('‘Help friends find a time’', () => {
  test('is on at first, stays as it is if left out, and can be changed by any guardian', {
    tags: ['TIME-57', 'TIME-111'],
  }, async () => {
    const read = async (as: Parent) => (await t.call(getChild, { params: { id: anika } }, { as })).body.data
    expect(await read(priya)).toMatchObject({ helpsFriends: true, version: 1 })
    await saveAnika(dev, { helpsFriends: false })
    expect(await read(priya)).toMatchObject({ helpsFriends: false, version: 2 })
    await saveAnika(priya, {})
    expect(await read(dev)).toMatchObject({ helpsFriends: false, version: 2 })
    await saveAnika(priya, { helpsFriends: true })
    expect((await read(dev)).helpsFriends).toBe(true)
    const fields = { firstName: 'Ida', lastNameInitial: 'E' }
    const made = await t.call(createChild, { body: { ...fields, helpsFriends: false } }, { as: priya })
    expect(made.body.data.helpsFriends).toBe(false)
    const seen = await t.call(
      listChildrenOfCaregiver,
      { params: { caregiverId: priya.caregiverId } },
      { as: amara },
    )
    expect(seen.text).not.toContain('helpsFriends')
  })

  test('if off, hides hours and days away from everyone but the child’s guardians at once', {
    tags: ['TIME-57'],
  }, async () => {
    expect([await fits(amara), await fits(mei)]).toEqual([asFree, asFree])
    await saveAnika(priya, { helpsFriends: false })
    expect([await fits(amara), await fits(mei)]).toEqual([unknown, unknown])
    expect([await fits(priya), await fits(dev)]).toEqual([asFree, asFree])
    await enter(dev)
    expect([await fits(amara), await fits(mei)]).toEqual([unknown, unknown])
    expect([await fits(priya), await fits(dev)]).toEqual([asAway, asAway])
  })
})

describe('stored days away', () => {
  const count = async (table: string) => (await t.database.pool.query(`select from ${table}`)).rowCount

  test('are swept a day after the last one, not before', { tags: ['SAFE-74'] }, async () => {
    await enter(priya)
    // First the day that ended less than 24 hours ago by UTC, or has yet to end; then the day before.
    const lastDay = (day: string) =>
      t.database.pool.query(`update away set first_day = ${day}, last_day = ${day}`)
    const ended = `(now() at time zone 'UTC' - interval '24 hours')::date`
    await lastDay(ended)
    await sweep(t.database.kysely)
    expect([await count('away'), await count('away_child')]).toEqual([1, 1])
    await lastDay(`${ended} - 1`)
    await sweep(t.database.kysely)
    expect([await count('away'), await count('away_child')]).toEqual([0, 0])
  })

  test('are deleted with the child, and with the account that entered them', async () => {
    await enter(priya, { children: [anika, rohan] })
    await enter(priya, { children: [rohan] })
    await enter(dev)
    expect((await t.call(deleteChild, { params: { id: rohan } }, { as: priya })).status).toBe(200)
    expect((await list(priya)).map(({ children }) => children)).toEqual([[anika], [anika]])
    expect([await count('away'), await count('away_child')]).toEqual([2, 2])
    const admin = await addPerson(t.database, { isAdmin: true })
    const { status } = await t.call(deleteUser, { params: { id: priya.userId } }, { as: admin })
    expect(status).toBe(200)
    expect((await list(dev)).map(({ isMine }) => isMine)).toEqual([true])
    expect([await count('away'), await count('away_child')]).toEqual([1, 1])
  })
})
