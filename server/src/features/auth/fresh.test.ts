import {
  endOtherSessions,
  endSession,
  listSessions,
  login,
  refresh,
  register,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import { confirmIdentity } from '@tagalong/contract/features/auth/security.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { fingerprint } from '#test/world.ts'

let t: TestApp
let own: Tokens
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
  own = (await t.call(register, { body })).body.data.token
})
afterAll(() => t.close())

const email = 'petra@example.org'
const password = 'Playdate1!'
const notFresh = "Please confirm that it's you."

/** As if the session had been confirmed that long ago. */
const minutesPass = (minutes: number) =>
  t.database.pool.query(`update session set confirmed_at = confirmed_at - $1 * interval '1 minute'`, [
    minutes,
  ])
const confirm = (word = password) => t.call(confirmIdentity, { body: { password: word } }, { as: own })
const ask = () => t.call(changeEmail, { body: { email: 'new@example.org' } }, { as: own })

describe('a session', () => {
  test('is fresh for fifteen minutes after the sign-in', { tags: ['SAFE-71'] }, async () => {
    await minutesPass(15)
    const before = await fingerprint(t.database)
    const refused = await ask()
    expect([refused.status, refused.body.error]).toEqual([409, notFresh])
    expect(await fingerprint(t.database)).toBe(before)
    await minutesPass(-1)
    expect((await ask()).status).toBe(200)
  })

  test('is fresh again once the password is entered, and no other session is', {
    tags: ['SAFE-71'],
  }, async () => {
    const elsewhere = (await t.call(login, { body: { email, password } })).body.data.token
    await minutesPass(15)
    const wrong = await confirm('Playdate2!')
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { password: 'That is not your password. Please try again.' },
    ])
    expect((await ask()).status).toBe(409)
    expect((await confirm()).body).toEqual({ status: 200, data: {} })
    expect((await ask()).status).toBe(200)
    expect((await t.call(endOtherSessions, {}, { as: elsewhere })).status).toBe(409)
  })

  test('does not become fresh by refreshing its tokens', { tags: ['SAFE-71'] }, async () => {
    await minutesPass(15)
    const headers = { 'x-refresh-token': own.refreshToken }
    own = (await t.call(refresh, {}, { headers })).body.data.token
    expect((await ask()).status).toBe(409)
  })

  test('must also be fresh to end other sessions', { tags: ['SAFE-71'] }, async () => {
    const elsewhere = (await t.call(login, { body: { email, password } })).body.data.token
    await minutesPass(15)
    const list = (await t.call(listSessions, {}, { as: own })).body.data
    const other = list.find(({ isCurrent }) => !isCurrent)
    const calls: [AnyEndpoint, object][] = [
      [endSession, { params: { id: other?._id } }],
      [endOtherSessions, {}],
    ]
    for (const [endpoint, input] of calls) {
      const refused = await t.call(endpoint, input as never, { as: own })
      expect([refused.status, refused.body.error], endpoint.name).toEqual([409, notFresh])
    }
    expect((await t.call(whoami, {}, { as: elsewhere })).status).toBe(200)
    await confirm()
    expect((await t.call(endSession, { params: { id: other?._id } }, { as: own })).status).toBe(200)
    await isRefusedWithinASecond(() => t.call(whoami, {}, { as: elsewhere }))
  })

  test('allows ten wrong confirmations an hour', { tags: ['SAFE-71'] }, async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => confirm(`Wrong${n}!`)))
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429])
  })

  test('ends 180 days after the sign-in and can’t be refreshed then', { tags: ['SAFE-68'] }, async () => {
    const days = (count: number) =>
      t.database.pool.query(`update session set created_at = now() - $1 * interval '1 day'`, [count])
    await days(179)
    expect((await t.call(whoami, {}, { as: own })).status).toBe(200)
    await days(181)
    await isRefusedWithinASecond(() => t.call(whoami, {}, { as: own }))
    const headers = { 'x-refresh-token': own.refreshToken }
    expect((await t.call(refresh, {}, { headers })).status).toBe(401)
  })
})
