import { createChild, getChild, saveChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listCombinedChildren } from '@tagalong/contract/features/groups/groups.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna', children: [] })
})
afterAll(() => t.close())

const ida = { firstName: 'Ida', lastNameInitial: 'E' }
const read = async (id: string) => (await t.call(getChild, { params: { id } }, { as: anna })).body.data

describe('a child’s availability', () => {
  test('is returned as days with blocks of a start and an end hour', {
    tags: ['API-010', 'API-011', 'API-012'],
  }, async () => {
    const availability = [
      { day: 'Sun', blocks: [{ start: 5, end: 6 }] },
      {
        day: 'Sat',
        blocks: [
          { start: 9, end: 12 },
          { start: 21, end: 22 },
        ],
      },
    ]
    const { body } = await t.call(createChild, { body: { ...ida, availability } }, { as: anna })
    const { _id } = body.data
    expect((await read(_id)).availability).toEqual(availability)
    const changed = [{ day: 'Wed', blocks: [{ start: 15, end: 18 }] }]
    await t.call(saveChild, { params: { id: _id }, body: { ...ida, availability: changed } }, { as: anna })
    expect((await read(_id)).availability).toEqual(changed)
    await t.call(saveChild, { params: { id: _id }, body: { ...ida, availability: null } }, { as: anna })
    expect((await read(_id)).availability).toBeNull()
  })

  test.each([
    [{ day: 'Saturday', blocks: [{ start: 9, end: 12 }] }],
    [{ day: 6, blocks: [{ start: 9, end: 12 }] }],
    [{ blocks: [{ start: 9, end: 12 }] }],
    [{ day: 'Sat', blocks: [{ start: '9', end: '12' }] }],
    [{ day: 'Sat', blocks: [{ start: 9 }] }],
    [{ day: 'Sat', start: 9, end: 12 }],
    [{ day: 'Sat', blocks: [[9, 12]] }],
    [{ day: 'Sat', blocks: [{ start: 9.5, end: 12 }] }],
  ])('can’t be %j', { tags: ['API-010', 'API-011', 'API-012'] }, async (entry) => {
    const reply = await t.call(createChild, { body: { ...ida, availability: [entry] } }, { as: anna })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.fields ?? {}).join()).toMatch(/^availability/)
  })
})

test('the children on offer are those of connections, not of pending invitations', {
  tags: ['CREATE-22'],
}, async () => {
  const [friend, invited, inviting] = [
    await addParent(t.database, { children: [{ firstName: 'Leo' }] }),
    await addParent(t.database),
    await addParent(t.database),
  ]
  await connect(t.database, anna, friend)
  await connect(t.database, anna, invited, 'pending')
  await connect(t.database, inviting, anna, 'pending')
  const { data } = (await t.call(listCombinedChildren, {}, { as: anna })).body
  expect(data.map(({ firstName, sources }) => [firstName, sources])).toEqual([
    ['Leo', [expect.objectContaining({ kind: 'connection' })]],
  ])
})
