import {
  createCalendarFeed,
  deleteCalendarFeed,
} from '@tagalong/contract/features/calendar/calendar.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  counterPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPlaydate } from '#features/playdates/playdate-insert.db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { openReaders, readWithLibical } from '#test/calendar-programs.ts'
import { inHours } from '#test/full-hours.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addEvent, addParent, addRequest, connect, makePremium, type Parent } from '#test/world.ts'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await testApp()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => t.reset())
afterAll(() => t.close())

/** In each pair, both families have a feed with all of its playdates. */
const pairs = sampleOrFull(2, 20)
const playdates = sampleOrFull(6, 500)
const zones = ['America/New_York', 'Europe/Madrid']
/** Commas, semicolons and more letters than a line of the format can hold. */
const place =
  'Parque Sur; gate 3, by the “old” oak — where the path from the library meets the second pond, ñandú'

/** Makes a feed and returns its HTTP address. */
async function makeFeed(as: Parent, saysWhoAndWhere: boolean): Promise<string> {
  const { body } = await t.call(createCalendarFeed, { body: { saysWhoAndWhere } }, { as })
  return base + new URL(body.data.url).pathname
}

/** Adds confirmed playdates, evenly from 29 days ago to a year ahead. */
async function addPlaydates(owner: Parent, recipient: Parent): Promise<void> {
  for (let n = 0; n < playdates; n += 1) {
    await insertPlaydate(t.database.kysely, {
      id: newId(),
      roomId: newId(),
      type: 'single',
      ownerId: owner.caregiverId,
      ownerChildren: owner.children,
      recipients: recipient.children.map((childId) => ({ childId, caregiverId: recipient.caregiverId })),
      proposal: {
        locations: [place, null, null],
        times: [inHours(-29 * 24 + Math.round((n * 389 * 24) / playdates))],
        durationMinutes: 90,
      },
    })
  }
  await t.database.pool.query(
    `update playdate set status = 'accepted', version = 2,
      accepted_location = location1, accepted_time = proposed_times[1] where status = 'pending'`,
  )
}

interface Expected {
  id: string
  start: Date
  end: Date
}
async function playdatesOf({ caregiverId }: Parent): Promise<Expected[]> {
  const { rows } = await t.database.pool.query(
    `select id, accepted_time as start, accepted_time + duration_minutes * interval '1 minute' as end
      from playdate where id in (select playdate_id from playdate_caregiver where caregiver_id = $1)`,
    [caregiverId],
  )
  return rows
}

const sorted = <T extends { uid: string }>(entries: T[]) => entries.sort((a, b) => (a.uid < b.uid ? -1 : 1))
const utc = (at: Date) => at.toISOString().replaceAll(/[-:]|\.000/g, '')
/** As khal is set up to write it here. */
function onTheClock(at: Date, zone: string): string {
  return at.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
}

test('vdirsyncer, khal and libical read every playdate correctly, in two time zones', {
  tags: ['TIME-27', 'TIME-28', 'TIME-29'],
  timeout: 1_800_000,
}, async () => {
  const feeds = new Map<string, { url: string; of: Parent; title: string; location: string }>()
  for (let pair = 0; pair < pairs; pair += 1) {
    const owner = await addParent(t.database, { name: 'José', children: [{ firstName: 'Zoë; Ann, A.' }] })
    const recipient = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Kai' }] })
    await addPlaydates(owner, recipient)
    const url = await makeFeed(owner, true)
    feeds.set(`open${pair}`, { url, of: owner, title: 'Zoë; Ann, A. with Amara', location: place })
    const plain = { url: await makeFeed(recipient, false), title: 'Playdate', location: '' }
    feeds.set(`plain${pair}`, { ...plain, of: recipient })
  }
  const readers = await openReaders(new Map([...feeds].map(([name, { url }]) => [name, url])))
  let compared = 0
  try {
    await readers.sync()
    for (const [name, { url, of, title, location }] of feeds) {
      const expected = await playdatesOf(of)
      expect(expected).toHaveLength(playdates)
      const each = { title, location }

      const read = await readWithLibical(await (await fetch(url)).text())
      expect([read.isValid, read.errors, read.method]).toEqual([true, 0, 'publish'])
      expect(sorted(read.entries)).toEqual(
        sorted(
          expected.map(({ id, start, end }) => {
            return { uid: id, ...each, status: 'CONFIRMED', sequence: 1, start: utc(start), end: utc(end) }
          }),
        ),
      )

      for (const zone of zones) {
        const when = (at: Date) => onTheClock(at, zone)
        expect(sorted(await readers.list(name, zone))).toEqual(
          sorted(
            expected.map(({ id, start, end }) => {
              return { uid: id, ...each, status: 'CONFIRMED', start: when(start), end: when(end) }
            }),
          ),
        )
        compared += expected.length
      }
    }
  } finally {
    await readers.close()
  }
  report(
    'calendar links read by libical, and by vdirsyncer and khal on the clocks of two zones',
    `${(pairs * playdates).toLocaleString('en')} playdates in ${feeds.size} links of ${playdates} entries: ${compared.toLocaleString('en')} entries compared, 0 differ`,
  )
})

test('a calendar app shows a moved or cancelled playdate as such after its next sync', {
  tags: ['TIME-29', 'TIME-30', 'TIME-34', 'TIME-37'],
}, async () => {
  const noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  const priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  await connect(t.database, noa, priya)
  await makePremium(t.database, noa)
  const event = await addEvent(t.database, noa, [priya])
  const { id } = await addRequest(t.database, noa, priya)
  const accepted = { id, acceptedLocation: 'The park', acceptedTime: inHours(72).toISOString() }
  expect((await t.call(acceptPlaydate, { body: accepted }, { as: priya })).status).toBe(200)
  const url = await makeFeed(noa, false)
  const readers = await openReaders(new Map([['noa', url]]))
  const zone = 'America/New_York'
  const seen = async () =>
    sorted(await readers.list('noa', zone)).map(({ uid, start, status }) => [uid, start, status])
  const at = (hours: number) => onTheClock(inHours(hours), zone)
  const bySequence = async () =>
    Object.fromEntries(
      (await readWithLibical(await (await fetch(url)).text())).entries.map((each) => [
        each.uid,
        each.sequence,
      ]),
    )
  try {
    await readers.sync()
    expect(await seen()).toEqual([
      [event.id, at(48), 'CONFIRMED'],
      [id, at(72), 'CONFIRMED'],
    ])
    const before = await bySequence()
    const etag = await unchangedSince(url)

    const body = {
      type: 'group',
      ownerChildren: noa.children,
      recipientChildren: priya.children,
      proposedLocations: { option1: 'The zoo' },
      proposedTimes: [inHours(60).toISOString()],
      version: 1,
    }
    expect((await t.call(counterPlaydate, { params: { id: event.id }, body }, { as: noa })).status).toBe(200)
    expect((await t.call(cancelPlaydate, { body: { id } }, { as: priya })).status).toBe(200)
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(200)
    await unchangedSince(url)
    await readers.sync()
    expect(await seen()).toEqual([
      [event.id, at(60), 'CONFIRMED'],
      [id, at(72), 'CANCELLED'],
    ])
    const after = await bySequence()
    for (const each of [event.id, id]) expect(after[each]).toBeGreaterThan(before[each] ?? 0)
  } finally {
    await readers.close()
  }
})

test('a calendar app shows nothing after its next sync once the link is turned off', {
  tags: ['TIME-29', 'TIME-36'],
}, async () => {
  const noa = await addParent(t.database, { name: 'Noa', children: [{ firstName: 'Kai' }] })
  const priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  await addEvent(t.database, noa, [priya])
  const readers = await openReaders(new Map([['noa', await makeFeed(noa, false)]]))
  const seen = () => readers.list('noa', 'America/New_York')
  try {
    await readers.sync()
    expect(await seen()).toHaveLength(1)
    expect((await t.call(deleteCalendarFeed, {}, { as: noa })).status).toBe(200)
    // vdirsyncer asks for confirmation if a calendar loses all its entries.
    await expect(readers.sync()).rejects.toThrow('force-delete')
    await readers.sync({ isForced: true })
    expect(await seen()).toEqual([])
  } finally {
    await readers.close()
  }
})

/** Checks that a known calendar isn't sent again. Returns its ETag. */
async function unchangedSince(url: string): Promise<string> {
  const etag = String((await fetch(url)).headers.get('etag'))
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  return etag
}

test('a dead link takes as long to read as a live one without entries', {
  tags: ['TIME-35'],
  timeout: 300_000,
}, async () => {
  const reads = sampleOrFull(8, 1_000)
  const living = new URL(await makeFeed(await addParent(t.database), false)).pathname
  const times = { living: [] as number[], dead: [] as number[] }
  for (let n = 0; n < reads; n += 1) {
    // Limits are tested elsewhere.
    await t.database.pool.query('delete from rate_limit')
    const dead = `/calendar/${String(n).padStart(43, 'x')}.ics`
    // Alternates both, so that other load on the machine affects both alike.
    for (const kind of n % 2 ? (['living', 'dead'] as const) : (['dead', 'living'] as const)) {
      const started = performance.now()
      const { status } = await t.send('GET', kind === 'living' ? living : dead)
      times[kind].push(performance.now() - started)
      expect(status).toBe(200)
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  const [one, other] = [median(times.living), median(times.dead)]
  const apart = Math.abs(one / other - 1) * 100
  report(
    'a calendar link, dead against living without entries',
    `${reads} reads each, medians ${one.toFixed(2)} and ${other.toFixed(2)} ms, ${apart.toFixed(1)} % apart`,
  )
  // Times mean something only on an idle machine: `npm run assure`.
  if (process.env.ASSURE === '1') expect(apart).toBeLessThan(5)
})
