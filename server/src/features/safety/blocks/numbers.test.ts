import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checkPhoneProof,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import {
  createConnection,
  findUser,
  listConnections,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { getPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver, unblockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { getSafety } from '@tagalong/contract/features/safety/safety.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseProfile } from '#features/erasure/erasure.service.ts'
import { countOver, sweep } from '#jobs/sweep.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { codesSentTo } from '#test/phone-codes.ts'
import { addGuardian, addHelper, addParent, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp({ SAFETY: 'strict', PHONE_PROVIDER: 'outbox' })
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database, { name: 'Anna' })
  ben = await addParent(t.database, { name: 'Ben' })
  await sql('update caregiver set phone_proof = null')
  await prove(anna)
})
afterAll(() => t.close())

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)
const find = async (as: Parent, { phoneNumber }: Parent) =>
  (await t.call(findUser, { query: { phoneNumber } }, { as })).body.data.found
const block = async (as: Parent, { caregiverId }: Parent) =>
  expect((await t.call(blockCaregiver, { params: { caregiver: caregiverId } }, { as })).status).toBe(200)
const unblock = (as: Parent, id: string) => t.call(unblockCaregiver, { params: { caregiver: id } }, { as })
const blocked = async (as: Parent) => (await t.call(getSafety, {}, { as })).body.data.blocked
const titles = async (as: Parent) =>
  (await t.call(listNotifications, {}, { as })).body.data.map(({ title }) => title)

async function prove(parent: Parent): Promise<void> {
  await sql('delete from rate_limit')
  await sql('delete from phone_code')
  await rm(join(t.dataDir, 'outbox'), { recursive: true, force: true })
  expect((await t.call(startPhoneProof, {}, { as: parent })).status).toBe(200)
  const code = (await codesSentTo(t, parent.phoneNumber)).at(-1)
  expect((await t.call(checkPhoneProof, { body: { code } }, { as: parent })).body.data).toEqual({
    proven: true,
  })
}

async function erase({ caregiverId }: Parent): Promise<void> {
  await t.database.kysely.transaction().execute(async (db) => {
    const queue = { enqueue: async () => undefined, close: async () => undefined }
    await eraseProfile({ db, clock: t.clock, queue }, caregiverId)
  })
}

/** Another account that saved the same number. */
async function comeBack({ phoneNumber }: Parent): Promise<Parent> {
  const again = await addParent(t.database, { name: 'Jon' })
  await sql(
    'update caregiver set phone_proof = null, phone_number = $2 where id = $1',
    again.caregiverId,
    phoneNumber,
  )
  return { ...again, phoneNumber }
}

describe('a number that was proven when its owner was blocked', () => {
  beforeEach(async () => {
    await prove(ben)
    await connect(t.database, anna, ben)
    await block(anna, ben)
  })

  test('is blocked again once another account proves it, and not before', { tags: ['SAFE-27'] }, async () => {
    await erase(ben)
    const [gone] = await blocked(anna)
    expect(gone).toMatchObject({ name: 'Another family', lastName: '' })
    const jon = await comeBack(ben)
    await connect(t.database, anna, jon)
    const request = await addRequest(t.database, jon, anna)
    await t.call(
      createConnection,
      { body: { inviteeName: 'Ben', inviteePhoneNumber: ben.phoneNumber } },
      { as: anna },
    )
    const before = await titles(jon)
    await prove(jon)
    expect([await find(anna, jon), await find(jon, anna)]).toEqual([false, false])
    expect((await t.call(listConnections, {}, { as: jon })).body.data).toEqual([])
    const { data } = (await t.call(getPlaydate, { params: { id: request.id } }, { as: jon })).body
    expect(data).toMatchObject({ status: 'cancelled', cancelReason: null })
    // No invitation by a caregiver who blocked the number waits for it.
    expect((await titles(jon)).filter((title) => !before.includes(title))).toEqual([
      'Another family cancelled your playdate',
    ])
    // Nobody is notified that a caregiver is back.
    expect(await blocked(anna)).toEqual([gone])
    expect((await unblock(anna, jon.caregiverId)).status).toBe(404)
    expect((await unblock(anna, gone?._id ?? '')).status).toBe(200)
    expect(await find(anna, jon)).toBe(true)
  })

  test('ends help between its holder and the blockers once it is proven again', async () => {
    const carl = await addParent(t.database, { name: 'Carl' })
    await sql('update caregiver set phone_proof = null where id = $1', carl.caregiverId)
    await connect(t.database, carl, ben)
    await block(carl, ben)
    await erase(ben)
    const jon = await comeBack(ben)
    const dora = await addParent(t.database, { name: 'Dora' })
    await addHelper(t.database, anna.children[0], jon, { adder: anna })
    await addHelper(t.database, jon.children[0], carl, { adder: jon })
    await addHelper(t.database, dora.children[0], jon, { adder: dora })
    await prove(jon)
    const left = await sql(`select added_by from guardianship where role = 'helper' and until > now()`)
    expect(left.rows).toEqual([{ added_by: dora.caregiverId }])
  })

  test('is also blocked at another account of the same person, and unblocking ends both', {
    tags: ['SAFE-27', 'SAFE-28'],
  }, async () => {
    await sql(
      `update caregiver set phone_proof = null, phone_number = '+15103340000' where id = $1`,
      ben.caregiverId,
    )
    const jon = await comeBack(ben)
    await prove(jon)
    expect(await find(anna, jon)).toBe(false)
    expect(await blocked(anna)).toMatchObject([{ _id: ben.caregiverId, name: 'Ben' }])
    expect((await unblock(anna, ben.caregiverId)).status).toBe(200)
    expect(await find(anna, jon)).toBe(true)
    expect((await sql('select from block')).rowCount).toBe(0)
  })

  test('is blocked again after two accounts of the same person were deleted', {
    tags: ['SAFE-27', 'SAFE-28'],
  }, async () => {
    await sql(
      `update caregiver set phone_proof = null, phone_number = '+15103340000' where id = $1`,
      ben.caregiverId,
    )
    const jon = await comeBack(ben)
    await prove(jon)
    for (const each of [ben, jon]) await erase(each)
    const again = await comeBack(ben)
    await prove(again)
    expect(await find(anna, again)).toBe(false)
    const [{ _id } = { _id: '' }] = await blocked(anna)
    expect((await unblock(anna, _id)).status).toBe(200)
    expect([await find(anna, again), await blocked(anna)]).toEqual([true, []])
  })

  test.each([
    ['is', '-1 day'],
    ['will be', '1 day'],
  ])(
    'is not blocked for a caregiver who %s a guardian of the same child as the blocker',
    {
      tags: ['SAFE-26', 'SAFE-27'],
    },
    async (_when, since) => {
      await erase(ben)
      const jon = await comeBack(ben)
      await addGuardian(t.database, anna.children[0], jon, { since })
      await prove(jon)
      expect((await sql('select from block where blocked_id is not null')).rowCount).toBe(0)
      expect(await find(anna, jon)).toBe(true)
    },
  )

  test('is forgotten 24 months after its account was deleted, unless another account proved it', {
    tags: ['SAFE-27'],
  }, async () => {
    await erase(ben)
    await sql(`update block set gone_at = now() - interval '24 months' + interval '1 day'`)
    const over = async () => (await countOver(t.database.kysely)).get('blocks')
    expect(await over()).toBe(0)
    await sql(`update block set gone_at = now() - interval '24 months' - interval '1 day'`)
    expect(await over()).toBe(1)
    const jon = await comeBack(ben)
    await prove(jon)
    expect([await over(), (await sweep(t.database.kysely)).get('blocks')]).toEqual([0, 0])
    expect(await find(anna, jon)).toBe(false)
    await erase(jon)
    await sql(`update block set gone_at = now() - interval '24 months' - interval '1 day'`)
    expect((await sweep(t.database.kysely)).get('blocks')).toBe(1)
    expect(await blocked(anna)).toEqual([])
  })

  test('blocks nobody if the blocker proves it', { tags: ['SAFE-27'] }, async () => {
    await erase(ben)
    await sql(
      'update caregiver set phone_proof = null, phone_number = $2 where id = $1',
      anna.caregiverId,
      ben.phoneNumber,
    )
    await prove({ ...anna, phoneNumber: ben.phoneNumber })
    expect((await sql('select from block where blocked_id is not null')).rowCount).toBe(0)
  })
})

describe('a number that is proven after its owner was blocked', () => {
  test('carries the block over to a later account', { tags: ['SAFE-27'] }, async () => {
    await connect(t.database, anna, ben)
    await block(anna, ben)
    await prove(ben)
    expect(await blocked(anna)).toMatchObject([{ _id: ben.caregiverId, name: 'Ben' }])
    await erase(ben)
    const jon = await comeBack(ben)
    await prove(jon)
    expect(await find(anna, jon)).toBe(false)
  })

  test('leaves the list as it was if it was also blocked at an earlier account', {
    tags: ['SAFE-27'],
  }, async () => {
    await prove(ben)
    await connect(t.database, anna, ben)
    await block(anna, ben)
    await erase(ben)
    const jon = await comeBack(ben)
    await connect(t.database, anna, jon)
    await block(anna, jon)
    const before = await blocked(anna)
    expect(before).toMatchObject([{ name: 'Jon' }, { name: 'Another family' }])
    await prove(jon)
    expect(await blocked(anna)).toEqual(before)
    await erase(jon)
    const again = await comeBack(ben)
    await prove(again)
    expect(await find(anna, again)).toBe(false)
  })
})

test('an unproven number carries no block over to another account', { tags: ['SAFE-27'] }, async () => {
  await connect(t.database, anna, ben)
  await block(anna, ben)
  await erase(ben)
  expect(await blocked(anna)).toEqual([])
  const jon = await comeBack(ben)
  await prove(jon)
  expect(await find(anna, jon)).toBe(true)
})
