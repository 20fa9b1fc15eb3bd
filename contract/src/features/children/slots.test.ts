import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Availability, availability, days, merged } from '../../values/availability.ts'
import { instantOf, wallTime } from '../../values/time-zone.ts'
import { type ChildHours, findSlots, fitOf, slotStarts } from './slots.rules.ts'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Europe/London',
  'Pacific/Kiritimati',
]
const minute = 60_000
const hour = 3_600_000

const hoursOfDay = fc
  .uniqueArray(fc.integer({ min: 5, max: 21 }), { maxLength: 17 })
  .map((starts) => starts.sort((a, b) => a - b).map((start) => ({ start, end: start + 1 })))
const anyAvailability = fc
  .uniqueArray(fc.constantFrom(...days), { maxLength: 7 })
  .chain((some) => fc.tuple(...some.map((day) => hoursOfDay.map((blocks) => ({ day, blocks })))))
  .map((entries): Availability => entries)
const anyChild = fc.record<ChildHours>({
  availability: fc.option(anyAvailability, { freq: 6 }),
  timeZone: fc.constantFrom(...zones),
  away: fc.constant([]),
})
// Around both US clock changes in 2027, and an ordinary week.
const anyStart = fc
  .constantFrom('2027-03-12T00:00:00Z', '2027-11-05T00:00:00Z', '2027-06-10T00:00:00Z')
  .map(Date.parse)

/** Brute force: reads the wall time at each minute of the slot, independently of the rules. */
function isFreeMinuteByMinute({ availability: hours, timeZone }: ChildHours, start: number): boolean | null {
  if (!hours || hours.length === 0) return null
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  for (let at = start; at < start + hour; at += minute) {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    const blocks = hours.filter(({ day }) => day === parts.weekday).flatMap((entry) => entry.blocks)
    if (!blocks.some((block) => block.start <= Number(parts.hour) && Number(parts.hour) < block.end))
      return false
  }
  return true
}

describe('the slot finder', () => {
  test('agrees with brute force across zones and daylight-saving days', {
    tags: ['TIME-05', 'TIME-06', 'TIME-10'],
  }, () => {
    fc.assert(
      fc.property(
        fc.array(anyChild, { minLength: 1, maxLength: 4 }),
        anyStart,
        fc.integer({ min: 0, max: 96 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(...zones),
        (children, week, offset, length, viewerZone) => {
          const from = week + offset * hour
          for (const { start, fit } of findSlots(children, from, from + length * hour, viewerZone)) {
            expect(fit).toBe(fitOf(children.map((child) => isFreeMinuteByMinute(child, start))))
          }
        },
      ),
      { seed: 20_270_314, numRuns: 120 },
    )
  })

  test('slots start on every whole hour from 5 to 21 on the viewer’s clock', {
    tags: ['TIME-23', 'TIME-25'],
  }, () => {
    fc.assert(
      fc.property(
        anyStart,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 31 * 24 }),
        fc.constantFrom(...zones),
        (week, offset, length, zone) => {
          const from = week + offset * 30 * minute
          const to = from + length * hour
          const brute: number[] = []
          for (let at = Math.ceil(from / (15 * minute)) * 15 * minute; at < to; at += 15 * minute) {
            const wall = wallTime(at, zone)
            if (wall.minute === 0 && wall.hour >= 5 && wall.hour <= 21) brute.push(at)
          }
          expect(slotStarts(from, to, zone)).toEqual(brute)
        },
      ),
      { seed: 7, numRuns: 60 },
    )
  })

  test('one child without hours makes a slot unknown, never all; a busy one makes it some', {
    tags: ['TIME-10'],
  }, () => {
    expect(fitOf([true, true])).toBe('all')
    expect(fitOf([true, null])).toBe('unknown')
    expect(fitOf([null])).toBe('unknown')
    expect(fitOf([null, false, true])).toBe('some')
    const unknown: ChildHours = { availability: null, timeZone: 'America/New_York', away: [] }
    const fits = findSlots(
      [unknown],
      Date.parse('2027-03-12T05:00:00Z'),
      Date.parse('2027-03-16T04:00:00Z'),
      'America/New_York',
    )
    expect(new Set(fits.map(({ fit }) => fit))).toEqual(new Set(['unknown']))
    expect(fits).toHaveLength(4 * 17)
  })

  test.each([
    ['2027-03-14', '2027-03-14T19:00:00.000Z'],
    ['2027-03-13', '2027-03-13T20:00:00.000Z'],
    ['2027-11-07', '2027-11-07T20:00:00.000Z'],
    ['2027-11-06', '2027-11-06T19:00:00.000Z'],
  ])(
    '3 pm stays 3 pm on %s, at a US clock change or the day before',
    { tags: ['TIME-05'] },
    (day, instant) => {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const from = instantOf({ year, month, day: date, hour: 0 }, 'America/New_York')
      const to = instantOf({ year, month, day: date + 1, hour: 0 }, 'America/New_York')
      const afternoon: ChildHours = {
        availability: ['Sat', 'Sun'].map((name) => ({
          day: name as 'Sat',
          blocks: [{ start: 15, end: 16 }],
        })),
        timeZone: 'America/New_York',
        away: [],
      }
      const free = findSlots([afternoon], from, to, 'America/New_York').filter(({ fit }) => fit === 'all')
      expect(free.map(({ start }) => new Date(start).toISOString())).toEqual([instant])
    },
  )

  test('two children in two zones share the hours that are free on both clocks', {
    tags: ['TIME-05'],
  }, () => {
    const east: ChildHours = {
      availability: [{ day: 'Mon', blocks: [{ start: 15, end: 18 }] }],
      timeZone: 'America/New_York',
      away: [],
    }
    const west: ChildHours = {
      availability: [{ day: 'Mon', blocks: [{ start: 12, end: 14 }] }],
      timeZone: 'America/Los_Angeles',
      away: [],
    }
    const slots = findSlots(
      [east, west],
      Date.parse('2027-06-14T00:00:00Z'),
      Date.parse('2027-06-15T04:00:00Z'),
      'America/New_York',
    )
    const both = slots
      .filter(({ fit }) => fit === 'all')
      .map(({ start }) => wallTime(start, 'America/New_York').hour)
    expect(both).toEqual([15, 16])
  })
})

describe('wall clocks', () => {
  test('a moment is found again from its wall time', { tags: ['TIME-23'] }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2029, 0) }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const moment = Math.floor(at / minute) * minute
          const wall = wallTime(moment, zone)
          const again = instantOf(wall, zone)
          expect(wallTime(again, zone)).toEqual(wall)
          // `again` is the earlier of the two moments if clocks went back.
          expect(moment - again === 0 || moment - again === hour || moment - again === hour / 2).toBe(true)
        },
      ),
      { seed: 11, numRuns: 500 },
    )
  })

  test('a skipped hour is moved past the change, and of a repeated hour the first is taken', {
    tags: ['TIME-23'],
  }, () => {
    const skipped = instantOf({ year: 2027, month: 3, day: 14, hour: 2, minute: 30 }, 'America/New_York')
    expect(new Date(skipped).toISOString()).toBe('2027-03-14T07:30:00.000Z')
    const twice = instantOf({ year: 2027, month: 11, day: 7, hour: 1, minute: 30 }, 'America/New_York')
    expect(new Date(twice).toISOString()).toBe('2027-11-07T05:30:00.000Z')
  })
})

describe('availability', () => {
  test('merging keeps every hour and leaves no adjoining blocks', {
    tags: ['API-010', 'API-011', 'API-012'],
  }, () => {
    fc.assert(
      fc.property(anyAvailability, (hours) => {
        const result = merged(hours)
        const list = (all: Availability) =>
          all
            .flatMap(({ day, blocks }) =>
              blocks.flatMap(({ start, end }) =>
                Array.from({ length: end - start }, (_, i) => `${day} ${start + i}`),
              ),
            )
            .sort()
        expect(list(result)).toEqual(list(hours))
        for (const { blocks } of result) {
          for (const [index, block] of blocks.entries())
            expect(block.start).toBeGreaterThan(blocks[index - 1]?.end ?? 0)
        }
        expect(availability.safeParse(result).success).toBe(true)
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  test.each([
    [[{ day: 'Mon', blocks: [{ start: 4, end: 6 }] }]],
    [[{ day: 'Mon', blocks: [{ start: 20, end: 23 }] }]],
    [[{ day: 'Mon', blocks: [{ start: 9, end: 9 }] }]],
    [
      [
        {
          day: 'Mon',
          blocks: [
            { start: 9, end: 12 },
            { start: 11, end: 13 },
          ],
        },
      ],
    ],
    [
      [
        { day: 'Mon', blocks: [] },
        { day: 'Mon', blocks: [] },
      ],
    ],
    [[{ day: 'Monday', blocks: [] }]],
    [[{ day: 'Mon', blocks: [{ start: 9.5, end: 12 }] }]],
    [[{ day: 'Mon', blocks: [{ start: 9, end: 12, note: 'x' }] }]],
  ])('%j is refused', { tags: ['CHILD-18'] }, (hours) => {
    expect(availability.safeParse(hours).success).toBe(false)
  })
})
