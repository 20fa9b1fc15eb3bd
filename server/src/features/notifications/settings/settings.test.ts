import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  getNoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { addParent, fingerprint, type Parent } from '#test/world.ts'

let t: TestApp
let anna: Parent
let ben: Parent
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  anna = await addParent(t.database)
  ben = await addParent(t.database)
})
afterAll(() => t.close())

const settingsOf = async (as: { accessToken: string; refreshToken: string }) =>
  (await t.call(getNoticeSettings, {}, { as })).body.data
const save = (as: Parent, body: object) => t.call(setNoticeSettings, { body }, { as })

test('a new user gets mails soon, has quiet hours from 21 to 7 and no notice of that', {
  tags: ['TIME-114'],
}, async () => {
  const password = 'Zebra-Crossing-77'
  const body = { email: 'cleo@example.org', password, confirmPassword: password, tos: true, privacy: true }
  const { token: as } = (await t.call(register, { body: { ...body, queryParams: [] } })).body.data
  expect(await settingsOf(as)).toEqual({ mail: 'soon', quietFrom: 21, quietTo: 7 })
  expect((await t.call(listNotifications, { query: {} }, { as })).body.data).toEqual([])
})

test('each choice is saved and leaves other users’ settings alone', {
  tags: ['TIME-71', 'TIME-78'],
}, async () => {
  const others = await settingsOf(ben)
  for (const settings of [
    { mail: 'daily', quietFrom: 22, quietTo: 0 },
    { mail: 'off', quietFrom: 0, quietTo: 23 },
    { mail: 'soon', quietFrom: null, quietTo: null },
  ]) {
    const { status, body } = await save(anna, settings)
    expect([status, body.data]).toEqual([200, settings])
    expect(await settingsOf(anna)).toEqual(settings)
  }
  expect(await settingsOf(ben)).toEqual(others)
})

test('quiet hours that begin and end at the same hour are refused at the field', {
  tags: ['TIME-78'],
}, async () => {
  const before = await fingerprint(t.database)
  const { status, body } = await save(anna, { mail: 'soon', quietFrom: 21, quietTo: 21 })
  expect([status, body.fields]).toEqual([400, { quietTo: 'Choose two different hours' }])
  const inSpanish = { as: anna, headers: { 'accept-language': 'es' } }
  const spanish = await t.call(
    setNoticeSettings,
    { body: { mail: 'soon', quietFrom: 0, quietTo: 0 } },
    inSpanish,
  )
  expect(spanish.body.fields).toEqual({ quietTo: 'Elige dos horas distintas' })
  expect(await fingerprint(t.database)).toBe(before)
})

test.each([
  { mail: 'soon', quietFrom: 21, quietTo: null },
  { mail: 'soon', quietFrom: null, quietTo: 7 },
  { mail: 'soon', quietFrom: 24, quietTo: 7 },
  { mail: 'soon', quietFrom: 21, quietTo: -1 },
  { mail: 'soon', quietFrom: 21.5, quietTo: 7 },
  { mail: 'soon', quietFrom: '21', quietTo: 7 },
  { mail: 'never', quietFrom: 21, quietTo: 7 },
  { quietFrom: 21, quietTo: 7 },
  { mail: 'soon' },
  { mail: 'soon', quietFrom: 21, quietTo: 7, user: '018f0000-0000-7000-8000-000000000000' },
])('%j is refused, and nothing changes', { tags: ['TIME-71'] }, async (body) => {
  const before = await fingerprint(t.database)
  expect((await save(anna, body)).status).toBe(400)
  expect(await fingerprint(t.database)).toBe(before)
})
