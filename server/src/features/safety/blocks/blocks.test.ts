import {
  blockCaregiver,
  getBlock,
  unblockCaregiver,
} from '@tagalong/contract/features/safety/blocks.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGroup, addMember, addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp({ SAFETY_PROMISE: 'We read every report within a day.' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await connect(t.database, anna, ben)
})
afterAll(() => t.close())

const byId = (other: Parent) => ({ params: { caregiver: other.caregiverId } })
const block = (as: Parent, other: Parent) => t.call(blockCaregiver, byId(other), { as })
const unblock = (as: Parent, other: Parent) => t.call(unblockCaregiver, byId(other), { as })
const safetyOf = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data

describe('a block', () => {
  test('stands on the blocker’s page by the name of then, with what the operator promises', {
    tags: ['SAFE-28', 'SAFE-87'],
  }, async () => {
    expect((await block(anna, ben)).status).toBe(200)
    expect(await safetyOf(anna)).toMatchObject({
      promise: 'We read every report within a day.',
      blocked: [{ _id: ben.caregiverId, name: 'Ben', lastName: 'Example' }],
      muted: [],
      reports: [],
    })
    expect((await safetyOf(ben)).blocked).toEqual([])
  })

  test('is ended by the blocker only', { tags: ['SAFE-28'] }, async () => {
    await block(anna, ben)
    expect([(await unblock(ben, anna)).status, (await unblock(anna, ben)).status]).toEqual([404, 200])
    expect((await unblock(anna, ben)).status).toBe(404)
    expect((await safetyOf(anna)).blocked).toEqual([])
  })

  test('is preceded by a look at the groups that both stay in', { tags: ['SAFE-20'] }, async () => {
    const group = await addGroup(t.database, { name: 'Maple' })
    await addMember(t.database, group, anna)
    await addMember(t.database, group, ben, { isGroupAdmin: true })
    const look = (await t.call(getBlock, byId(ben), { as: anna })).body.data
    expect(look).toEqual({ playdates: 0, groups: [{ name: 'Maple', isAdmin: true }] })
  })
})
