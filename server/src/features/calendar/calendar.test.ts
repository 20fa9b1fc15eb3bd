import {
  changePassword,
  endOtherSessions,
  refresh,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import { resetSecondStep } from '@tagalong/contract/features/auth/security.contract.ts'
import {
  chooseCalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
  getPlaydateCalendar,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { deleteChild } from '@tagalong/contract/features/children/children.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import {
  acceptEvent,
  rejectEvent,
  respondToEvent,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { decideReports } from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import ICAL from 'ical.js'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertMailToken } from '#features/auth/links/links.db.ts'
import { hashPassword } from '#features/auth/passwords.ts'
import { hashOf } from '#features/auth/tokens.ts'
import { listForCalendar } from '#features/playdates/playdates.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { readLetter } from '#test/outbox.ts'
import { about, addReport } from '#test/reports.ts'
import {
  addEvent,
  addGuardian,
  addHelper,
  addParent,
  addPerson,
  addRequest,
  addSession,
  connect,
  makePremium,
  type Parent,
  type Person,
} from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
let noa: Parent
let anika: string
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  anika = priya.children[0] ?? ''
  await connect(t.database, priya, amara)
  await connect(t.database, priya, noa)
  await makePremium(t.database, noa)
})
afterAll(() => t.close())

async function makeFeed(as: Parent, saysWhoAndWhere = false): Promise<string> {
  const made = await t.call(createCalendarFeed, { body: { saysWhoAndWhere } }, { as })
  expect(made.status, made.text).toBe(201)
  return new URL(made.body.data.url).pathname
}
const get = (path: string, headers = {}) => t.send('GET', path, { headers })

interface Entry {
  uid: string
  summary: string
  location: string | null
  status: string
  sequence: number
  start: string
  end: string
}
async function entriesAt(path: string): Promise<Entry[]> {
  const { status, text } = await get(path)
  expect(status).toBe(200)
  return entriesIn(text)
}
function entriesIn(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((each) => {
    const said = (name: string) => String(each.getFirstPropertyValue(name))
    return {
      uid: said('uid'),
      summary: said('summary'),
      location: each.getFirstPropertyValue('location') as string | null,
      status: said('status'),
      sequence: Number(said('sequence')),
      start: (each.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString(),
      end: (each.getFirstPropertyValue('dtend') as ICAL.Time).toJSDate().toISOString(),
    }
  })
}
const accept = (id: string, as: Parent, time = inHours(48)) =>
  t.call(
    acceptPlaydate,
    { body: { id, acceptedLocation: 'The park', acceptedTime: time.toISOString() } },
    { as },
  )

async function confirmed(from = priya, to = amara): Promise<string> {
  const { id } = await addRequest(t.database, from, to)
  expect((await accept(id, to)).status).toBe(200)
  return id
}
const titles = async (as: Person) =>
  (await t.call(listNotifications, { query: {} }, { as })).body.data.map(({ title }) => title)

describe('a calendar link', () => {
  test('is shown once, when it is made, and stored as a hash', { tags: ['TIME-26', 'TIME-41'] }, async () => {
    expect((await t.call(getCalendarFeed, {}, { as: priya })).body.data).toBe(null)
    const path = await makeFeed(priya)
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    const known = await t.call(getCalendarFeed, {}, { as: priya })
    expect(known.body.data).toMatchObject({ saysWhoAndWhere: false, lastReadAt: null })
    expect(known.text).not.toContain(token)
    const { rows } = await t.database.pool.query(
      'select row_to_json(calendar_feed) as row from calendar_feed',
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is read as a calendar, and the time of the last read is recorded', {
    tags: ['TIME-27', 'TIME-39'],
  }, async () => {
    const id = await confirmed()
    const path = await makeFeed(priya)
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(headers).toMatchObject({
      'content-disposition': 'inline; filename="playdates.ics"',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H')
    expect(entriesIn(text).map(({ uid }) => uid)).toEqual([id])
    const feed = (await t.call(getCalendarFeed, {}, { as: priya })).body.data
    expect(Date.parse(feed?.lastReadAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const columns = await t.database.pool.query(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = 'calendar_feed' order by name`,
    )
    expect(columns.rows.map(({ name }) => name)).toEqual([
      ...['caregiver_id', 'created_at', 'hash', 'last_read_at', 'says_who_and_where'],
    ])
  })

  test('lists what its caregiver goes to, from 30 days back to a year ahead', {
    tags: ['TIME-28'],
  }, async () => {
    const path = await makeFeed(priya)
    const single = await confirmed()
    await addRequest(t.database, priya, amara)
    const [yes, no, open] = [
      await addEvent(t.database, noa, [priya]),
      await addEvent(t.database, noa, [priya]),
      await addEvent(t.database, noa, [priya]),
    ]
    await t.call(acceptEvent, { params: { playdateId: yes.id } }, { as: priya })
    await t.call(rejectEvent, { params: { playdateId: no.id } }, { as: priya })
    expect((await entriesAt(path)).map(({ uid }) => uid).sort()).toEqual([single, yes.id].sort())
    // So is its owner's own.
    const noas = await makeFeed(noa)
    expect((await entriesAt(noas)).map(({ uid }) => uid).sort()).toEqual([yes.id, no.id, open.id].sort())
    // From 30 days back to 365 ahead.
    for (const [days, isIn] of [
      [-29, true],
      [-31, false],
      [364, true],
      [366, false],
    ] as const) {
      await t.database.pool.query(
        `update playdate set accepted_time = now() + make_interval(days => $2) where id = $1`,
        [single, days],
      )
      expect((await entriesAt(path)).some(({ uid }) => uid === single)).toBe(isIn)
    }
  })

  test('keeps an entry’s id after a move, with a higher sequence', { tags: ['TIME-29'] }, async () => {
    const event = await addEvent(t.database, noa, [priya])
    const path = await makeFeed(noa)
    const [before] = await entriesAt(path)
    expect(before).toMatchObject({
      uid: event.id,
      start: inHours(48).toISOString(),
      end: inHours(50).toISOString(),
    })
    const body = {
      type: 'group',
      ownerChildren: noa.children,
      recipientChildren: priya.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(60).toISOString()],
      version: 1,
    }
    const moved = await t.call(counterPlaydate, { params: { id: event.id }, body }, { as: noa })
    expect(moved.status, moved.text).toBe(200)
    const { text } = await get(path)
    const [after] = entriesIn(text)
    expect(after).toMatchObject({ uid: event.id, start: inHours(60).toISOString() })
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
    expect(text).toMatch(/DTSTART:\d{8}T\d{6}Z/)
  })

  test('doesn’t count unanswered invites towards its limit', async () => {
    const id = await confirmed()
    const events = [24, 30, 36].map((hours) => addEvent(t.database, noa, [priya], inHours(hours)))
    const [soonest] = await Promise.all(events)
    const whole = { from: inHours(0), to: inHours(100), offSince: inHours(-1), limit: 1 }
    const first = async () =>
      (await listForCalendar(t.database.kysely, priya.caregiverId, whole)).map((each) => each.id)
    expect(await first()).toEqual([id])
    await t.call(acceptEvent, { params: { playdateId: soonest?.id } }, { as: priya })
    expect(await first()).toEqual([soonest?.id])
  })

  test('shows a cancelled playdate as cancelled for 30 days', { tags: ['TIME-30'] }, async () => {
    const id = await confirmed()
    const path = await makeFeed(amara)
    await t.call(cancelPlaydate, { body: { id } }, { as: priya })
    expect(await entriesAt(path)).toMatchObject([{ uid: id, status: 'CANCELLED' }])
    await t.database.pool.query(`update playdate set updated_at = now() - interval '31 days' where id = $1`, [
      id,
    ])
    expect(await entriesAt(path)).toEqual([])
    // A playdate that nobody had said yes to was never there.
    const { id: request } = await addRequest(t.database, priya, amara)
    await t.call(cancelPlaydate, { body: { id: request } }, { as: priya })
    expect(await entriesAt(path)).toEqual([])
  })

  test('says ‘Playdate’, or names own children, grown-ups and places, but never another family’s child', {
    tags: ['TIME-31', 'TIME-32', 'TIME-33'],
  }, async () => {
    await confirmed()
    const event = await addEvent(t.database, noa, [priya])
    await t.call(acceptEvent, { params: { playdateId: event.id } }, { as: priya })
    const path = await makeFeed(priya)
    const plain = await get(path)
    expect(
      entriesIn(plain.text)
        .map(({ summary }) => summary)
        .sort(),
    ).toEqual(['Event', 'Playdate'])
    expect(plain.text).not.toMatch(/Anika|Priya|Zuri|Amara|Kai|Noa|LOCATION|park/)

    await t.call(chooseCalendarFeed, { body: { saysWhoAndWhere: true } }, { as: priya })
    const open = await get(path)
    expect(
      entriesIn(open.text)
        .map(({ summary, location }) => [summary, location])
        .sort(),
    ).toEqual([
      ['Anika with Amara', 'The park'],
      ['Anika: event with Noa', 'The zoo'],
    ])
    expect(open.text).not.toMatch(/Zuri|Kai|hat/)

    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, anika, gran, { adder: priya })
    const helped = await get(await makeFeed(gran, true))
    expect(entriesIn(helped.text)[0]).toMatchObject({ summary: 'Playdate with Amara', location: 'The park' })
    expect(helped.text).not.toMatch(/Anika|Zuri|Kai/)
  })

  test('names only those of the own children who come', { tags: ['TIME-32'] }, async () => {
    const asha = await addParent(t.database, {
      name: 'Asha',
      children: [{ firstName: 'Mira' }, { firstName: 'Rohan' }, { firstName: 'Tara' }],
    })
    const [mira = '', rohan = '', tara = ''] = asha.children
    await connect(t.database, noa, asha)
    const guests = asha.children.map((child) => ({ ...asha, children: [child] }))
    const { id: playdate } = await addEvent(t.database, noa, guests)
    const path = await makeFeed(asha, true)
    for (const [children, summary] of [
      [[rohan], 'Rohan: event with Noa'],
      [[mira, tara], 'Mira and Tara: event with Noa'],
    ] as const) {
      const body = { playdate, response: 'accepted' as const, children: [...children] }
      expect((await t.call(respondToEvent, { body }, { as: asha })).status).toBe(200)
      expect((await entriesAt(path)).map((entry) => entry.summary)).toEqual([summary])
    }
  })

  test('is answered with 304 until something changes', { tags: ['TIME-34'] }, async () => {
    await confirmed()
    const path = await makeFeed(priya)
    const first = await get(path)
    const known = { 'if-none-match': String(first.headers.etag) }
    const second = await get(path, known)
    expect([second.status, second.text]).toEqual([304, ''])
    const id = await confirmed()
    const third = await get(path, known)
    expect(third.status).toBe(200)
    expect(entriesIn(third.text).map(({ uid }) => uid)).toContain(id)
  })

  test('that has ended or never existed looks like one without entries', {
    tags: ['TIME-35', 'TIME-36'],
  }, async () => {
    const living = await get(await makeFeed(amara))
    const ended = await makeFeed(priya)
    await confirmed()
    const next = await makeFeed(priya)
    expect(await entriesAt(next)).toHaveLength(1)
    const never = `/calendar/${'x'.repeat(43)}.ics`
    for (const path of [ended, never]) {
      const { status, text, headers } = await get(path)
      expect([status, text, headers.etag]).toEqual([200, living.text, living.headers.etag])
      expect(Object.keys(headers).sort()).toEqual(Object.keys(living.headers).sort())
    }
    expect(entriesIn(living.text)).toEqual([])
    for (const path of [`/calendar/${'x'.repeat(42)}.ics`, '/calendar/x', `${never}x`, never.slice(0, -4)]) {
      const { status, text } = await get(path)
      expect([path, status, text]).toEqual([path, 404, ''])
    }
  })

  test('ends with the other sessions, after a token theft and by a reset, each time with a notice', {
    tags: ['TIME-37'],
  }, async () => {
    await confirmed()
    const notice = 'Your calendar link was turned off.'
    const isOff = async (path: string) => {
      expect(await entriesAt(path)).toEqual([])
      expect((await t.call(getCalendarFeed, {}, { as: priya })).body.data).toBe(null)
    }
    const first = await makeFeed(priya)
    expect((await t.call(deleteCalendarFeed, {}, { as: priya })).status).toBe(200)
    await isOff(first)
    expect((await t.call(deleteCalendarFeed, {}, { as: priya })).status).toBe(404)
    expect(await titles(priya)).not.toContain(notice)

    const second = await makeFeed(priya)
    await t.call(endOtherSessions, {}, { as: priya })
    await isOff(second)
    expect((await titles(priya)).filter((each) => each === notice)).toHaveLength(1)

    const third = await makeFeed(priya)
    const thief = await addSession(t.database, priya)
    const renewed = (await t.call(refresh, {}, { as: thief })).body.data.token
    expect((await t.call(whoami, {}, { as: renewed })).status).toBe(200)
    await t.database.pool.query(`update refresh_token set replaced_at = replaced_at - interval '11 seconds'`)
    expect((await t.call(refresh, {}, { as: thief })).status).toBe(401)
    await isOff(third)
    expect((await titles(priya)).filter((each) => each === notice)).toHaveLength(2)

    const fourth = await makeFeed(priya)
    const [id, token, password] = [newId(), newId(), 'Zebra-Crossing-77']
    const link = {
      id,
      userId: priya.userId,
      kind: 'reset' as const,
      hash: hashOf(token),
      email: null,
      minutes: 60,
    }
    await insertMailToken(t.database.kysely, link)
    const reset = await t.call(resetPassword, { body: { id, token, password, confirmPassword: password } })
    expect(reset.status).toBe(200)
    expect(await entriesAt(fourth)).toEqual([])
    const back = await addSession(t.database, priya)
    expect((await titles(back)).filter((each) => each === notice)).toHaveLength(3)
    await readLetter(t, priya.email, notice)
  })

  test('ends with a change of password and when an administrator resets the second step, with a notice', async () => {
    await confirmed()
    const notice = 'Your calendar link was turned off.'
    const [password, newPassword] = ['Playdate1!', 'Zebra-Crossing-77']
    await t.database.pool.query('update app_user set password_hash = $1', [await hashPassword(password)])

    const first = await makeFeed(priya)
    const body = { password, newPassword, confirmPassword: newPassword }
    expect((await t.call(changePassword, { body }, { as: priya })).status).toBe(200)
    expect(await entriesAt(first)).toEqual([])
    expect((await titles(priya)).filter((each) => each === notice)).toHaveLength(1)

    const second = await makeFeed(priya)
    const admin = await addPerson(t.database, { isAdmin: true })
    const params = { id: priya.userId }
    expect((await t.call(resetSecondStep, { params, body: {} }, { as: admin })).status).toBe(200)
    expect(await entriesAt(second)).toEqual([])
    const back = await addSession(t.database, priya)
    expect((await titles(back)).filter((each) => each === notice)).toHaveLength(2)
  })

  test('of a suspended account is empty', async () => {
    await confirmed()
    const path = await makeFeed(amara)
    const admin = await addPerson(t.database, { isAdmin: true })
    const report = await addReport(t, priya, about(amara))
    const body = { reports: [report], kind: 'suspend', days: 7, words: 'Please be kinder to other families.' }
    const decided = await t.call(
      decideReports,
      { params: { subject: amara.caregiverId }, body },
      { as: admin },
    )
    expect(decided.status, decided.text).toBe(200)
    expect(await entriesAt(path)).toEqual([])
  })

  test('hides playdates that its caregiver may no longer see, or sees only as a card', {
    tags: ['TIME-38'],
  }, async () => {
    const dev = await addParent(t.database, { name: 'Dev', children: [] })
    await addGuardian(t.database, anika, dev)
    const gran = await addParent(t.database, { name: 'Gran', children: [] })
    await addHelper(t.database, anika, gran, { adder: priya })
    const id = await confirmed()
    const [devs, grans] = [await makeFeed(dev), await makeFeed(gran)]
    for (const path of [devs, grans]) expect((await entriesAt(path)).map(({ uid }) => uid)).toEqual([id])
    await t.database.pool.query(`update guardianship set shares_places = false where caregiver_id = $1`, [
      priya.caregiverId,
    ])
    expect(await entriesAt(devs)).toEqual([])
    await t.database.pool.query(`update guardianship set until = now() where caregiver_id = $1`, [
      gran.caregiverId,
    ])
    expect(await entriesAt(grans)).toEqual([])

    const amaras = await makeFeed(amara)
    expect(await entriesAt(amaras)).toHaveLength(1)
    const [zuri] = amara.children
    expect((await t.call(deleteChild, { params: { id: zuri ?? '' } }, { as: amara })).status).toBe(200)
    expect((await entriesAt(amaras)).filter(({ status }) => status !== 'CANCELLED')).toEqual([])
  })

  test('can be read 60 times an hour, whether it exists or not', { tags: ['TIME-40'] }, async () => {
    const path = await makeFeed(priya)
    for (const each of [path, `/calendar/${'x'.repeat(43)}.ics`]) {
      for (let read = 0; read < 60; read += 1) expect((await get(each)).status).toBe(200)
      const refused = await get(each)
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    }
  })
})

test('a confirmed playdate can be put into a calendar by those who go, until it is over', {
  tags: ['TIME-43'],
}, async () => {
  const { id } = await addRequest(t.database, priya, amara)
  const entry = (as: Parent) => t.call(getPlaydateCalendar, { params: { id } }, { as })
  const pending = await entry(priya)
  expect([pending.status, pending.body.error]).toEqual([409, "This playdate isn't confirmed yet."])
  await accept(id, amara)
  const { data } = (await entry(priya)).body
  expect(data.fileName).toBe('playdate.ics')
  expect(entriesIn(data.ics)).toMatchObject([{ uid: id, summary: 'Playdate', location: 'The park' }])
  const google = new URL(data.googleUrl)
  const moment = (hours: number) =>
    inHours(hours)
      .toISOString()
      .replaceAll(/[-:]|\.000/g, '')
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    action: 'TEMPLATE',
    text: 'Playdate',
    dates: `${moment(48)}/${moment(50)}`,
    location: 'The park',
  })
  expect((await entry(noa)).status).toBe(404)
  const dev = await addParent(t.database, { name: 'Dev', children: [] })
  await addGuardian(t.database, anika, dev)
  expect((await entry(dev)).status).toBe(200)
  await t.database.pool.query('update guardianship set shares_places = false where caregiver_id = $1', [
    priya.caregiverId,
  ])
  expect((await entry(dev)).status, 'who reads the card only').toBe(404)
  await t.database.pool.query(
    `update playdate set accepted_time = now() - interval '3 hours' where id = $1`,
    [id],
  )
  const over = await entry(priya)
  expect([over.status, over.body.error]).toEqual([409, 'This playdate is over.'])
  await t.database.pool.query(
    `update playdate set status = 'cancelled', cancelled_by = owner_id where id = $1`,
    [id],
  )
  expect((await entry(priya)).body.error).toBe("This playdate isn't confirmed yet.")
})
