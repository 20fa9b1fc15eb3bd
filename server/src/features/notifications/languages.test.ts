import { setLanguage } from '@tagalong/contract/features/auth/auth.contract.ts'
import { broadcastNotification } from '@tagalong/contract/features/broadcasts/broadcasts.admin.contract.ts'
import { createConnection } from '@tagalong/contract/features/connections/connections.contract.ts'
import { sendNotification } from '@tagalong/contract/features/notifications/notifications.admin.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  createPlaydate,
  getPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { subscribe } from '@tagalong/contract/features/push/push.contract.ts'
import type { Language } from '@tagalong/contract/values/language.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { addParent, addPerson, connect, type Parent } from '#test/world.ts'

let t: TestApp
let push: FakePush
let anna: Parent
let sol: Parent
beforeAll(async () => {
  push = await fakePush()
  t = await testApp({}, { reach: push.reach })
})
beforeEach(async () => {
  await t.reset()
  push.received.length = 0
  anna = await addParent(t.database, { name: 'Anna' })
  sol = await addParent(t.database, { name: 'Sol', timeZone: 'America/Los_Angeles' })
  await connect(t.database, anna, sol)
  await choose(sol, 'es')
})
afterAll(async () => {
  await t.close()
  await push.close()
})

const year = new Date().getUTCFullYear() + 1
const time = `${year}-11-28T20:00:00.000Z`
const choose = (as: Parent, language: Language) => t.call(setLanguage, { body: { language } }, { as })
/** Options of the app's calls in that language. */
const inWordsOf = (language: Language, as: Parent) => ({ as, headers: { 'accept-language': language } })
const list = async (as: Parent, language: Language) =>
  (await t.call(listNotifications, {}, inWordsOf(language, as))).body.data.map(({ title, detail }) => [
    title,
    detail,
  ])

/** Anna's request, from a page in English. */
async function ask(): Promise<string> {
  const body = {
    type: 'single',
    ownerChildren: anna.children,
    recipientChildren: sol.children,
    proposedLocations: { option1: 'The park' },
    proposedTimes: [time, `${year}-11-29T20:00:00.000Z`],
  }
  return (await t.call(createPlaydate, { body }, inWordsOf('en', anna))).body.data._id
}

const weekday = (language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(time))
const spanish = [
  'Anna te propuso una cita para jugar',
  `${weekday('es-US')} · 28 nov, 12:00 p.m. y\u00a01\u00a0más`,
]
const english = ['Anna sent you a playdate request', `${weekday('en-US')} · 12:00 PM, 11/28 + 1 more`]

test('each user reads notices in their own language and time zone', {
  tags: ['TIME-88', 'TIME-90'],
}, async () => {
  for (const as of [anna, sol]) {
    const subscription = push.device(as.name)
    await t.call(subscribe, { body: { subscription } }, { as })
  }
  const got = (device: string) =>
    vi.waitFor(
      () => {
        const found = push.received.find((each) => each.device === device)
        if (!found) throw new Error(`nothing came to ${device} yet`)
        return found.message
      },
      { timeout: 15_000, interval: 50 },
    )
  const id = await ask()
  expect(await list(sol, 'es')).toEqual([spanish])
  expect(await got('Sol')).toMatchObject({ title: spanish[0], body: spanish[1] })
  const answer = { id, acceptedLocation: 'The park', acceptedTime: time }
  await t.call(acceptPlaydate, { body: answer }, inWordsOf('es', sol))
  const answered = ['Sol confirmed your playdate', `${weekday('en-US')} · 3:00 PM, 11/28`]
  expect(await list(anna, 'en')).toEqual([answered])
  expect(await got('Anna')).toMatchObject({ title: answered[0], body: answered[1] })
})

test('a notice is stored without names, and can be read in another language', {
  tags: ['TIME-104'],
}, async () => {
  await ask()
  expect(await list(sol, 'es')).toEqual([spanish])
  await choose(sol, 'en')
  expect(await list(sol, 'en')).toEqual([english])
  const { rows } = await t.database.pool.query('select * from notification')
  expect(rows).toMatchObject([{ message: 'playdate.sent', title: '{name} sent you a playdate request' }])
  expect(rows[0].params).toEqual({ times: [time, `${year}-11-29T20:00:00.000Z`] })
  for (const { name } of [anna, sol]) expect(JSON.stringify(rows)).not.toContain(name)
  expect(JSON.stringify(rows)).not.toContain('Mia')
})

test('an administrator’s message is shown as typed in either language', {
  tags: ['TIME-104'],
}, async () => {
  const admin = await addPerson(t.database, { isAdmin: true })
  const typed = 'We are closed on Monday, {name} & {about}. ¡Hasta el martes!'
  const options = { as: admin, headers: { 'accept-language': 'en' } }
  await t.call(sendNotification, { body: { user: sol.userId, title: typed, url: '/' } }, options)
  await t.call(broadcastNotification, { body: { title: `${typed} All.`, url: '/' } }, options)
  await vi.waitFor(async () => expect(await list(sol, 'es')).toHaveLength(2), { timeout: 10_000 })
  expect(await list(sol, 'es')).toEqual([
    [`${typed} All.`, null],
    [typed, null],
  ])
  expect(await list(sol, 'en')).toEqual(await list(sol, 'es'))
})

test('a name that looks like a template is shown as typed in Spanish, too', {
  tags: ['TIME-104'],
}, async () => {
  const ben = await addParent(t.database, { name: '{invitee} $& {about}' })
  await t.call(
    createConnection,
    { body: { inviteeName: 'x', inviteePhoneNumber: sol.phoneNumber } },
    inWordsOf('en', ben),
  )
  expect(await list(sol, 'es')).toEqual([['{invitee} $& {about} quiere conectar contigo', null]])
})

test('an erased caregiver is shown as another family, in the reader’s language', {
  tags: ['TIME-88'],
}, async () => {
  const id = await ask()
  await t.database.pool.query(
    `update caregiver set name = 'A caregiver', last_name = '', user_id = null, deleted_at = now() where id = $1`,
    [anna.caregiverId],
  )
  expect((await list(sol, 'es'))[0]?.[0]).toBe('Otra familia te propuso una cita para jugar')
  expect((await list(sol, 'en'))[0]?.[0]).toBe('Another family sent you a playdate request')
  const owner = async (language: Language) =>
    (await t.call(getPlaydate, { params: { id } }, inWordsOf(language, sol))).body.data.owner
  expect(await owner('es')).toMatchObject({ name: 'Otra familia', lastName: '' })
  expect(await owner('en')).toMatchObject({ name: 'Another family', lastName: '' })
})
