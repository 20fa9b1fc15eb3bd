import { deleteChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import {
  acceptPlaydate,
  counterPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { addEvent, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [{ firstName: 'Mia' }, { firstName: 'Noa' }] })
  ben = await addParent(t.database, { name: 'Ben', children: [{ firstName: 'Leonard' }] })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const proposal = {
  type: 'single',
  proposedLocations: { option1: 'The lake' },
  proposedTimes: [inHours(48).toISOString()],
}
const accept = (id: string) => {
  const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString(), version: 1 }
  return t.call(acceptPlaydate, { body }, { as: ben })
}
/** Changes a playdate to one with both of Anna's children. */
const change = (as: Parent, id: string, type: 'single' | 'group') => {
  const body = {
    ...proposal,
    type,
    ownerChildren: anna.children,
    recipientChildren: ben.children,
    proposedTimes: [inHours(96).toISOString()],
    version: 1,
  }
  return t.call(counterPlaydate, { params: { id }, body }, { as })
}
const remove = (as: Parent, id = as.children[0]) => t.call(deleteChild, { params: { id } }, { as })
const rowOf = async (id: string) => {
  const { rows } = await t.database.pool.query(
    `select status, location1, accepted_location, proposed_times[1] as time, accepted_time,
      (select count(*)::int from playdate_child where playdate_id = playdate.id) as children
    from playdate where id = $1`,
    [id],
  )
  return rows[0]
}
const lockOf = (id: string) => `select from playdate where id = '${id}' for update`

describe('deleting a child', () => {
  test.each([
    ['the only child: the playdate is called off', 1, 'cancelled'],
    ['one of two children: the playdate stands', 2, 'accepted'],
  ])('while the other side accepts, %s', { tags: ['API-087', 'API-098'] }, async (_what, count, status) => {
    const { id } = await addRequest(t.database, anna, ben)
    if (count === 2) {
      await t.database.pool.query(`insert into playdate_child values ($1, $2, $3, 'owner')`, [
        id,
        anna.children[1],
        anna.caregiverId,
      ])
    }
    const replies = await inTurn<Reply>(t.database, lockOf(id), [() => accept(id), () => remove(anna)])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(await rowOf(id)).toMatchObject({ status, accepted_location: 'The park', children: count })
  })

  test('while it is being invited cancels the request', {
    tags: ['API-087', 'API-097'],
  }, async () => {
    const body = { ...proposal, ownerChildren: anna.children, recipientChildren: ben.children }
    const [created, deleted] = await inTurn<Reply>(t.database, 'lock table playdate in share mode', [
      () => t.call(createPlaydate, { body }, { as: anna }),
      () => remove(ben),
    ])
    expect([created?.status, deleted?.status]).toEqual([200, 200])
    const { rows } = await t.database.pool.query('select status from playdate')
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('before it is invited makes the invite fail with 404', { tags: ['API-087', 'API-097'] }, async () => {
    const body = { ...proposal, ownerChildren: anna.children, recipientChildren: ben.children }
    const lock = `select from child where id = '${ben.children[0]}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [
      () => remove(ben),
      () => t.call(createPlaydate, { body }, { as: anna }),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 404])
    const { rows } = await t.database.pool.query('select from playdate')
    expect(rows).toEqual([])
  })

  test.each([
    ['while the other side counters', 'single'],
    ['while its event is moved', 'group'],
  ] as const)(
    '%s: the new place and time are both kept',
    { tags: ['API-087', 'PLAY-80'] },
    async (_what, type) => {
      const isEvent = type === 'group'
      const { id } = await (isEvent ? addEvent(t.database, anna, [ben]) : addRequest(t.database, anna, ben))
      await t.database.pool.query(`insert into playdate_child values ($1, $2, $3, 'owner')`, [
        id,
        anna.children[1],
        anna.caregiverId,
      ])
      const replies = await inTurn<Reply>(t.database, lockOf(id), [
        () => change(isEvent ? anna : ben, id, type),
        () => remove(anna),
      ])
      expect(replies.map((reply) => reply.status)).toEqual([200, 200])
      expect(await rowOf(id)).toMatchObject({ location1: 'The lake', time: inHours(96), children: 2 })
      if (isEvent) expect(await rowOf(id)).toMatchObject({ accepted_location: 'The lake' })
    },
  )

  test('while it is being edited doesn’t bring its name and school back', {
    tags: ['API-086', 'API-087'],
  }, async () => {
    const id = ben.children[0]
    const body = { firstName: 'Leonard', lastNameInitial: 'X', school: 'Oak Street School' }
    const lock = `select from child where id = '${id}' for update`
    const replies = await inTurn<Reply>(t.database, lock, [
      () => remove(ben),
      () => t.call(saveChild, { params: { id }, body }, { as: ben }),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 404])
    const { rows } = await t.database.pool.query('select first_name, school from child where id = $1', [id])
    expect(rows).toEqual([{ first_name: 'A child', school: null }])
  })
})
