import {
  answerGrownUpQuestion,
  getGrownUpQuestion,
} from '@tagalong/contract/features/guardians/guardians.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addGuardian, addHelper, addParent, addSession, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let dev: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { children: [{ firstName: 'Anika' }, { firstName: 'Mira' }] })
  dev = await addParent(t.database, { children: [] })
  await hereFor('7 days')
})
afterAll(() => t.close())

const hereFor = (time: string) =>
  t.database.pool.query('update app_user set created_at = now() - $2::interval where id = $1', [
    priya.userId,
    time,
  ])
const asked = async (as: Parent = priya) =>
  (await t.call(getGrownUpQuestion, {}, { as })).body.data.child?.firstName ?? null

describe('the question about another grown-up', () => {
  test('is asked about the first child once its guardian has been registered for a week', async () => {
    expect(await asked()).toBe('Anika')
    await hereFor('6 days 23 hours')
    expect(await asked()).toBeNull()
  })

  test('is not asked again once answered, on other devices, too', async () => {
    expect((await t.call(answerGrownUpQuestion, {}, { as: priya })).body).toEqual({ status: 200, data: {} })
    expect(await asked(await addSession(t.database, priya))).toBeNull()
    expect((await t.call(answerGrownUpQuestion, {}, { as: priya })).status).toBe(200)
  })

  test('is not asked about a child with another guardian, even one yet to begin, nor without children', async () => {
    const [anika, mira] = priya.children
    await addGuardian(t.database, mira, dev)
    expect(await asked()).toBe('Anika')
    await addHelper(t.database, anika, dev, { adder: priya })
    expect(await asked()).toBe('Anika')
    await t.database.pool.query(`delete from guardianship where role = 'helper'`)
    await addGuardian(t.database, anika, dev, { since: '24 hours' })
    expect(await asked()).toBeNull()
    await t.database.pool.query(`update app_user set created_at = now() - interval '1 year'`)
    expect(await asked(await addParent(t.database, { children: [] }))).toBeNull()
  })

  test('is not asked while a link is open', async () => {
    await t.database.pool.query(
      `insert into guardian_invite (id, child_id, invited_by, label, role, token_hash, status, expires_at)
        values (gen_random_uuid(), $1, $2, 'Dad', 'guardian', 'x', 'sent', now() + interval '7 days')`,
      [priya.children[0], priya.caregiverId],
    )
    expect(await asked()).toBeNull()
    await t.database.pool.query(`update guardian_invite set role = 'helper', help_until = now()`)
    expect(await asked()).toBe('Anika')
    await t.database.pool.query(`update guardian_invite set help_until = now() + interval '1 hour'`)
    expect(await asked()).toBeNull()
    await t.database.pool.query(`update guardian_invite set expires_at = now() - interval '1 minute'`)
    expect(await asked()).toBe('Anika')
  })
})
