import {
  chooseCalendarFeed,
  createCalendarFeed,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { acceptPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { acceptEvent } from '@tagalong/contract/features/playdates/responses.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lines } from '#http/server/logging.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import { addEvent, addParent, addRequest, connect, makePremium, type Parent } from '#test/world.ts'

let t: TestApp
let priya: Parent
let amara: Parent
beforeAll(async () => {
  t = await testApp({ LOG_LEVEL: 'info' })
})
beforeEach(async () => {
  // Otherwise the log's lines would mix with the tests' own output.
  vi.spyOn(lines, 'write').mockReturnValue(true)
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  await connect(t.database, priya, amara)
})
afterAll(() => t.close())

const dead = `/calendar/${'x'.repeat(43)}.ics`

async function makeFeed(as: Parent): Promise<string> {
  const made = await t.call(createCalendarFeed, { body: { saysWhoAndWhere: false } }, { as })
  return new URL(made.body.data.url).pathname
}
const get = (path: string, headers = {}) => t.send('GET', path, { headers })

async function confirmed(): Promise<string> {
  const { id } = await addRequest(t.database, priya, amara)
  const body = { id, acceptedLocation: 'The park', acceptedTime: inHours(48).toISOString() }
  expect((await t.call(acceptPlaydate, { body }, { as: amara })).status).toBe(200)
  return id
}

/** Everything that a reader gets, without what differs in each reply. */
function wholeOf({ status, headers, text }: Reply): string {
  const { date, 'x-request-id': id, ...rest } = headers
  return JSON.stringify({ status, rest, text })
}

test('HEAD gets the same headers as GET, without the calendar', {
  tags: ['TIME-27', 'TIME-34'],
}, async () => {
  await confirmed()
  for (const path of [await makeFeed(priya), dead]) {
    const [whole, head] = [await get(path), await t.send('HEAD', path)]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'referrer-policy'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
    const known = await t.send('HEAD', path, { headers: { 'if-none-match': String(whole.headers.etag) } })
    expect([known.status, known.text]).toEqual([304, ''])
  }
})

test('a dead link and an empty live one get the same bytes and headers, also beyond the limit', {
  tags: ['TIME-35', 'TIME-40'],
}, async () => {
  const empty = await makeFeed(amara)
  const from = { 'x-forwarded-for': '192.0.2.7' }
  const known = { 'if-none-match': String((await get(dead)).headers.etag) }
  for (const method of ['GET', 'HEAD']) {
    for (const headers of [{}, known, { 'if-none-match': '"other"' }, { 'accept-language': 'es' }]) {
      const [one, other] = [await t.send(method, dead, { headers }), await t.send(method, empty, { headers })]
      expect(wholeOf(one)).toBe(wholeOf(other))
    }
  }
  for (let read = 0; read < 60; read += 1) {
    const never = `/calendar/${String(read).padStart(43, 'x')}.ics`
    expect((await get(never, from)).status).toBe(200)
  }
  const [one, other] = [await get(dead, from), await get(empty, from)]
  expect([one.status, other.status]).toEqual([429, 429])
  expect(one.text).toBe(other.text)
  expect(Object.keys(one.headers).sort()).toEqual(Object.keys(other.headers).sort())
  // A calendar with entries isn't held up by guessing.
  await confirmed()
  expect((await get(empty, from)).text).toContain('BEGIN:VEVENT')
})

test('a link’s token appears in no log line, metric or reply, whatever path it is requested by', {
  tags: ['TIME-41'],
}, async () => {
  await confirmed()
  const path = await makeFeed(priya)
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const asked = [
    ...[path, `${path}/`, `${path}/x`, `${path}x`, `${path}?download=1`, `/calendar/${token}`, `/${path}`],
    ...[path.replace('calendar', 'Calendar'), `/x${path}`, `/calendar/x/${token}`, `/calendar/%zz${token}`],
    ...[`/calendar/${token}%00.ics`, `/calendar/${token.repeat(9)}.ics`],
  ]
  const answers = [await t.send('POST', path), await t.send('DELETE', path)]
  for (const each of asked) answers.push(await get(each))
  // Below /calendar everything but the right form is 404 and empty.
  for (const each of [`${path}/`, `${path}/x`, `/calendar/x/${token}`, '/calendar/', `/calendar/${token}`]) {
    const { status, text } = await get(each)
    expect([each, status, text]).toEqual([each, 404, ''])
  }
  for (let read = 0; read < 60; read += 1) answers.push(await get(path))
  await t.database.pool.query('delete from rate_limit')
  await t.database.pool.query('alter table calendar_feed rename to calendar_feed_away')
  answers.push(await get(path), await get(dead))
  await t.database.pool.query('alter table calendar_feed_away rename to calendar_feed')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 429, 500]))
  for (const { headers, text } of answers) expect(JSON.stringify(headers) + text).not.toContain(token)

  const logged = vi.mocked(lines.write).mock.calls.join('\n')
  expect(logged).toContain('/calendar/…')
  expect(logged).toContain('request failed')
  expect(logged).not.toContain(token)
  const metrics = (await get('/metrics')).text + (await t.app.metrics.metrics())
  expect(metrics).toContain('route="/calendar/*"')
  expect(metrics).not.toContain(token)
})

test('a caregiver who blocked or was blocked is no longer named at the next read', {
  tags: ['TIME-38'],
}, async () => {
  const noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  await connect(t.database, noa, amara)
  await connect(t.database, noa, priya)
  await makePremium(t.database, noa)
  const single = await confirmed()
  const event = await addEvent(t.database, noa, [priya, amara])
  await t.call(acceptEvent, { params: { playdateId: event.id } }, { as: priya })
  const path = await makeFeed(priya)
  await t.call(chooseCalendarFeed, { body: { saysWhoAndWhere: true } }, { as: priya })
  const before = (await get(path)).text
  expect(before).toContain('Anika with Amara')
  expect(before).toContain('Anika: event with Noa')

  await t.call(blockCaregiver, { params: { caregiver: amara.caregiverId } }, { as: priya })
  await t.call(blockCaregiver, { params: { caregiver: priya.caregiverId } }, { as: noa })
  const { text } = await get(path)
  expect(text).not.toMatch(/Amara|Noa|Zuri|Kai/)
  expect(text).toContain(single)
  expect(text).not.toContain('STATUS:CONFIRMED')
})
