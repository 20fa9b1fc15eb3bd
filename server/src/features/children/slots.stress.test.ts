import { findAvailabilitySlots } from '@tagalong/contract/features/children/children.contract.ts'
import { type Availability, days } from '@tagalong/contract/values/availability.ts'
import fc from 'fast-check'
import { DateTime } from 'luxon'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { addGroup, addGuardian, addMember, addParent, connect, type Parent } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.reset()
})
afterAll(() => t.close())

const families = sampleOrFull(20, 1_000)
const [minute, hour] = [60_000, 3_600_000]
/** Clocks that change by an hour or half of one, at midnight or a quarter to three, in either hemisphere, or never. */
const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Europe/London',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

/** The days of a year on which the zone's clocks change: two, or none. */
function changesIn(zone: string): DateTime[] {
  const noons = Array.from({ length: 365 }, (_, n) =>
    DateTime.fromISO('2027-01-01T12', { zone }).plus({ days: n }),
  )
  return noons.filter((noon) => noon.offset !== noon.minus({ days: 1 }).offset)
}
const changing = new Map(
  zones.flatMap((zone) => {
    const found = changesIn(zone)
    return found.length === 0 ? [] : [[zone, found] as const]
  }),
)

const anyZone = fc.constantFrom(...zones)
// Enough hours, or no slot would ever fit three children.
const anyBlocks = fc
  .uniqueArray(fc.integer({ min: 5, max: 21 }), { minLength: 8, maxLength: 17 })
  .map((starts) => starts.toSorted((a, b) => a - b).map((start) => ({ start, end: start + 1 })))
const anyAvailability: fc.Arbitrary<Availability> = fc
  .uniqueArray(fc.constantFrom(...days), { minLength: 4, maxLength: 7 })
  .chain((some) => fc.tuple(...some.map((each) => anyBlocks.map((blocks) => ({ day: each, blocks })))))
/** Index of one of the child's two guardians. */
const anyGuardian = fc.constantFrom(0, 1)
const anyChild = fc
  .record({
    zones: fc.tuple(anyZone, anyZone),
    availability: fc.option(anyAvailability, { freq: 6 }),
    hoursBy: anyGuardian,
    helpsFriends: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
    /** In days from the change of clocks. */
    away: fc.array(
      fc.record({
        by: anyGuardian,
        from: fc.integer({ min: -5, max: 5 }),
        length: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 2 },
    ),
    hasSecondLeft: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    /** Through whom the asking caregiver knows the child, if it isn't their own. */
    knownBy: fc.constantFrom('first guardian', 'second guardian', 'group'),
  })
  // A guardian who left connects nobody with the child.
  .map((child) =>
    child.hasSecondLeft && child.knownBy === 'second guardian' ? { ...child, knownBy: 'group' } : child,
  )
type Child = typeof anyChild extends fc.Arbitrary<infer T> ? T : never
const anyFamily = fc.record({
  own: anyChild,
  others: fc.array(anyChild, { minLength: 1, maxLength: 3 }),
  zone: fc.constantFrom(...changing.keys()),
  hoursBefore: fc.integer({ min: 0, max: 4 * 24 * 4 }).map((quarters) => quarters / 4),
  hoursAfter: fc.integer({ min: 4, max: 4 * 24 * 4 }).map((quarters) => quarters / 4),
})

/** What counts of a child for the caregiver who asks. */
interface Counted {
  availability: Availability | null
  hoursZone: string
  away: { from: string; to: string; zone: string }[]
}

function countedOf(child: Child, change: DateTime, isOwn: boolean): Counted {
  // `addGuardian` makes the second one the longer-standing.
  const longest = child.hasSecondLeft ? 0 : 1
  const isThere = (guardian: number) => guardian === 0 || !child.hasSecondLeft
  const hoursBy = isThere(child.hoursBy) ? child.hoursBy : longest
  const isFriend = isOwn || child.knownBy === 'first guardian' || child.knownBy === 'second guardian'
  const counts = isOwn || child.helpsFriends
  return {
    availability: counts ? child.availability : null,
    hoursZone: child.zones[hoursBy] ?? '',
    away: child.away
      .filter(({ by }) => counts && isFriend && isThere(by))
      .map((away) => ({ ...datesOf(away, change), zone: child.zones[away.by] ?? '' })),
  }
}

function datesOf({ from, length }: { from: number; length: number }, change: DateTime) {
  const first = change.plus({ days: from })
  return { from: first.toISODate() ?? '', to: first.plus({ days: length }).toISODate() ?? '' }
}

/** Checks every five minutes. */
function bruteForce(children: Counted[], from: number, to: number, zone: string) {
  const found: { start: string; fit: string }[] = []
  for (let start = Math.ceil(from / (5 * minute)) * 5 * minute; start < to; start += 5 * minute) {
    const clock = DateTime.fromMillis(start, { zone })
    if (clock.minute !== 0 || clock.hour < 5 || clock.hour > 21) continue
    const moments = Array.from({ length: 12 }, (_, n) => start + n * 5 * minute)
    const answers = children.map((child) => isFreeAt(child, moments))
    const fit = answers.includes('no') ? 'some' : answers.includes('not known') ? 'unknown' : 'all'
    found.push({ start: new Date(start).toISOString(), fit })
  }
  return found
}

function isFreeAt({ availability, hoursZone, away }: Counted, moments: number[]): 'yes' | 'no' | 'not known' {
  const isAway = ({ from, to, zone }: Counted['away'][number]) =>
    moments.some((at) => {
      const date = DateTime.fromMillis(at, { zone }).toISODate() ?? ''
      return from <= date && date <= to
    })
  if (away.some(isAway)) return 'no'
  if (!availability) return 'not known'
  const isFree = moments.every((at) => {
    const clock = DateTime.fromMillis(at, { zone: hoursZone })
    const today = availability.filter((each) => each.day === clock.toFormat('ccc', { locale: 'en-US' }))
    return today.some(({ blocks }) =>
      blocks.some(({ start, end }) => start <= clock.hour && clock.hour < end),
    )
  })
  return isFree ? 'yes' : 'no'
}

const sql = (text: string, ...values: unknown[]) => t.database.pool.query(text, values)

/** Adds the child's first guardian, and its second, whose place may be over. */
async function add({ zones: [one, other], ...child }: Child, change: DateTime[]): Promise<[Parent, Parent]> {
  const { availability, helpsFriends } = child
  const first = await addParent(t.database, { timeZone: one, children: [{ availability, helpsFriends }] })
  const second = await addParent(t.database, { timeZone: other, children: [] })
  const guardians: [Parent, Parent] = [first, second]
  const [id] = first.children
  await addGuardian(t.database, id, second)
  await sql('update child set availability_by = $2 where id = $1', id, guardians[child.hoursBy]?.caregiverId)
  for (const day of change) {
    for (const away of child.away) {
      const [entry, { from, to }] = [newId(), datesOf(away, day)]
      const by = guardians[away.by]?.caregiverId
      await sql(
        'insert into away (id, caregiver_id, first_day, last_day) values ($1, $2, $3, $4)',
        entry,
        by,
        from,
        to,
      )
      await sql('insert into away_child values ($1, $2)', entry, id)
    }
  }
  if (child.hasSecondLeft) {
    await sql(
      'update guardianship set until = now() where child_id = $1 and caregiver_id = $2',
      id,
      second.caregiverId,
    )
  }
  return guardians
}

test('hours that suit random families match a brute-force search, in twelve zones and over both clock changes', {
  tags: ['TIME-05', 'TIME-06', 'TIME-10', 'TIME-23', 'TIME-25', 'TIME-107', 'TIME-108', 'TIME-110'],
  timeout: 3_600_000,
}, async () => {
  const count = { all: 0, some: 0, unknown: 0 }
  const group = await addGroup(t.database)
  const property = fc.asyncProperty(anyFamily, async ({ own, others, zone, hoursBefore, hoursAfter }) => {
    const change = changing.get(zone) ?? []
    expect(change).toHaveLength(2)
    const [asker] = await add(own, change)
    const ids = [...asker.children]
    await sql('delete from group_membership')
    await addMember(t.database, group, asker)
    for (const child of others) {
      const [first, second] = await add(child, change)
      if (child.knownBy === 'group') await addMember(t.database, group, first)
      else await connect(t.database, asker, child.knownBy === 'first guardian' ? first : second)
      ids.push(...first.children)
    }
    for (const day of change) {
      const midnight = day.startOf('day').toMillis()
      const [from, to] = [midnight - hoursBefore * hour, midnight + hoursAfter * hour]
      const body = { children: ids, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const reply = await t.call(findAvailabilitySlots, { body }, { as: asker })
      expect(reply.status, reply.text).toBe(200)
      const counted = [countedOf(own, day, true), ...others.map((child) => countedOf(child, day, false))]
      expect(reply.body.data).toEqual(bruteForce(counted, from, to, own.zones[0]))
      for (const { fit } of reply.body.data) count[fit] += 1
    }
  })
  await fc.assert(property, { seed: 20_261_125, numRuns: families, endOnFailure: true })
  // Each kind of answer occurred.
  for (const each of Object.values(count)) expect(each).toBeGreaterThan(0)
  report(
    'hours that suit random families against looking at every five minutes with another library',
    `${families} families in twelve zones, two grown-ups a child and days away, over both changes of clocks: ${Object.values(count).reduce((a, b) => a + b)} hours (${count.all} suit all), 0 differ`,
  )
})
