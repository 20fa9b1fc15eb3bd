import { deleteChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { removeConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import {
  getPlaydate,
  listPlaydates,
  rejectPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { children: [{ firstName: 'Ida', lastNameInitial: 'A' }] })
  ben = await addParent(t.database)
})
afterAll(() => t.close())

const rename = async (firstName: string, lastNameInitial: string) => {
  const params = { id: anna.children[0] ?? '' }
  const body = { firstName, lastNameInitial, grade: '3' as const }
  expect((await t.call(saveChild, { params, body }, { as: anna })).status).toBe(200)
}
const take = (id: string, change: string) =>
  t.database.pool.query(`update playdate set ${change} where id = $1`, [id])
const past = `status = 'accepted', accepted_location = 'The zoo', accepted_time = now() - interval '3 hours'`
const idasIn = async (id: string, as: Parent) => {
  const [ida] = (await t.call(getPlaydate, { params: { id } }, { as })).body.data.ownerChildren
  return ida && [ida.firstName, ida.lastNameInitial, ida.grade]
}

test('a request shows a child’s current name until it is answered, and then keeps that name', {
  tags: ['API-045'],
}, async () => {
  const { id } = await addRequest(t.database, anna, ben)
  await rename('Idalia', 'B')
  expect(await idasIn(id, ben)).toEqual(['Idalia', 'B', '3'])
  expect((await t.call(rejectPlaydate, { body: { id } }, { as: ben })).status).toBe(200)
  await rename('Dalia', 'C')
  expect(await idasIn(id, ben)).toEqual(['Idalia', 'B', null])
  expect(await idasIn(id, anna)).toEqual(['Idalia', 'B', '3'])
})

test('a past playdate shows a child’s grade only while the viewer sees the child elsewhere', {
  tags: ['API-045'],
}, async () => {
  const connection = await connect(t.database, anna, ben)
  const { id } = await addRequest(t.database, anna, ben)
  await take(id, past)
  await rename('Idalia', 'B')
  expect(await idasIn(id, ben)).toEqual(['Ida', 'A', '3'])
  const open = await addRequest(t.database, anna, ben)
  await t.call(removeConnection, { params: { id: connection } }, { as: ben })
  // The grade still shows, since another playdate is to come.
  expect(await idasIn(id, ben)).toEqual(['Ida', 'A', '3'])
  expect(await idasIn(open.id, ben)).toEqual(['Idalia', 'B', '3'])
  await take(open.id, `status = 'cancelled'`)
  expect(await idasIn(id, ben)).toEqual(['Ida', 'A', null])
})

test('a list shows each playdate with the name the child had at that time', {
  tags: ['API-045'],
}, async () => {
  const first = await addRequest(t.database, anna, ben)
  await take(first.id, past.replace('3 hours', '5 hours'))
  await rename('Idalia', 'B')
  const second = await addRequest(t.database, anna, ben)
  await take(second.id, past)
  await rename('Dalia', 'C')
  const third = await addRequest(t.database, anna, ben)
  await take(third.id, past.replace('- interval', '+ interval'))
  const { items } = (await t.call(listPlaydates, { query: { status: 'accepted' } }, { as: ben })).body.data
  const names = new Map(items.map(({ _id, ownerChildren }) => [_id, ownerChildren[0]?.firstName]))
  expect([first, second, third].map(({ id }) => names.get(id))).toEqual(['Ida', 'Idalia', 'Dalia'])
})

test('a row inserted without a name, as a previous release does, gets the name too', {
  tags: ['API-045'],
}, async () => {
  const { id } = await addRequest(t.database, anna, ben)
  await t.database.pool.query('delete from playdate_child where playdate_id = $1 and side = $2', [
    id,
    'owner',
  ])
  await t.database.pool.query(
    `insert into playdate_child (playdate_id, child_id, caregiver_id, side) values ($1, $2, $3, 'owner')`,
    [id, anna.children[0], anna.caregiverId],
  )
  await take(id, `status = 'rejected'`)
  await rename('Idalia', 'B')
  expect(await idasIn(id, ben)).toEqual(['Ida', 'A', null])
})

test('a deleted child has no name in past playdates, and both its names are removed from their texts', {
  tags: ['API-087'],
}, async () => {
  const { id } = await addRequest(t.database, anna, ben)
  await take(id, `${past}, description = 'Ida and Leo', location1 = 'Idalia waits here'`)
  await rename('Idalia', 'B')
  await t.call(deleteChild, { params: { id: anna.children[0] ?? '' } }, { as: anna })
  expect(await idasIn(id, ben)).toEqual(['A child', '', null])
  const { rows } = await t.database.pool.query(
    `select description, location1, first_name from playdate join playdate_child on playdate_id = id
      where id = $1 and side = 'owner'`,
    [id],
  )
  expect(rows).toEqual([
    { description: 'a child and Leo', location1: 'a child waits here', first_name: 'A child' },
  ])
})
