import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { acceptPlaydate, createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { countConflicts } from '#test/conflicts.ts'
import { inHours } from '#test/full-hours.ts'
import { inTurn } from '#test/in-turn.ts'
import { addParent, addPerson, addRequest, connect, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
let admin: Awaited<ReturnType<typeof addPerson>>
let old: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  amara = await addParent(t.database, { name: 'Amara' })
  admin = await addPerson(t.database, { isAdmin: true })
  await connect(t.database, priya, amara)
  old = (await addRequest(t.database, priya, amara)).id
  const body = { id: old, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  expect((await t.call(acceptPlaydate, { body }, { as: amara })).status).toBe(200)
})
afterAll(() => t.close())

const ask = () => {
  const body = {
    type: 'single',
    ownerChildren: priya.children,
    recipientChildren: amara.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [inHours(72).toISOString()],
    replaces: old,
  }
  return t.call(createPlaydate, { body }, { as: priya })
}
const lockOfOld = () => `select from playdate where id = '${old}' for update`

describe('a request for another time', { tags: ['PLAN-92'] }, () => {
  test.each([
    [
      'a child of it is deleted',
      () => t.call(deleteChild, { params: { id: amara.children[0] } }, { as: amara }),
    ],
    [
      'the account of the other side is erased',
      () => t.call(deleteUser, { params: { id: amara.userId } }, { as: admin }),
    ],
  ])('sent while %s causes no deadlock, and is cancelled with the old playdate', async (_what, erase) => {
    const conflicts = countConflicts(t.database)
    const [asked, erased] = await inTurn<Reply>(t.database, lockOfOld(), [ask, erase])
    expect([asked?.status, erased?.status]).toEqual([200, 200])
    expect(conflicts()).toBe(0)
    const { rows } = await t.database.pool.query('select status from playdate')
    expect(rows).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
  })

  test('for a date of a series can be accepted while the asker’s account is erased, without a deadlock', async () => {
    await t.database.pool.query(
      'update playdate set series_id = gen_random_uuid(), every_weeks = 1 where id = $1',
      [old],
    )
    const { _id: id } = (await ask()).body.data
    const conflicts = countConflicts(t.database)
    const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(72).toISOString() }
    const replies = await inTurn<Reply>(t.database, lockOfOld(), [
      () => t.call(acceptPlaydate, { body }, { as: amara }),
      () => t.call(deleteUser, { params: { id: priya.userId } }, { as: admin }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(conflicts()).toBe(0)
  })

  test('that is over at the same moment refuses a late yes as no longer open', {
    tags: ['PLAN-90'],
  }, async () => {
    const { _id: id } = (await ask()).body.data
    const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(72).toISOString() }
    const end = `update playdate set status = 'cancelled', ended_as = 'over', version = version + 1 where id = '${id}'`
    const [late] = await inTurn<Reply>(t.database, end, [
      () => t.call(acceptPlaydate, { body }, { as: amara }),
    ])
    expect([late?.status, late?.body]).toMatchObject([409, { error: "This request isn't open any more." }])
  })
})
