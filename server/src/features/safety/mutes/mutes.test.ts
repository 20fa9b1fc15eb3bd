import { mute, unmute } from '@tagalong/contract/features/safety/mutes.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
let room: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
  room = (await addRequest(t.database, anna, ben)).roomId
})
afterAll(() => t.close())

const person = () => ({ params: { kind: 'caregiver', id: ben.caregiverId } })
const chat = () => ({ params: { kind: 'room', id: room } })
const mutedBy = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data.muted

describe('a mute', () => {
  test('of a person or a chat stands on the page until it is ended, once', {
    tags: ['SAFE-29'],
  }, async () => {
    for (const target of [person(), chat(), person(), chat()]) {
      expect((await t.call(mute, target, { as: anna })).status).toBe(200)
    }
    expect(await mutedBy(anna)).toMatchObject([
      { kind: 'room', _id: room, type: 'single', time: null, caregivers: [{ name: 'Ben' }] },
      { kind: 'caregiver', _id: ben.caregiverId, caregiver: { name: 'Ben' } },
    ])
    expect(await mutedBy(ben)).toEqual([])
    for (const target of [person(), chat()]) {
      expect((await t.call(unmute, target, { as: ben })).status).toBe(404)
      expect((await t.call(unmute, target, { as: anna })).status).toBe(200)
      expect((await t.call(unmute, target, { as: anna })).status).toBe(404)
    }
    expect(await mutedBy(anna)).toEqual([])
  })
})
