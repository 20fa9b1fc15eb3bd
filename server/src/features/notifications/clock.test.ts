import { canonicalTimeZone } from '@tagalong/contract/values/canonical-time-zone.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { testDatabase } from '#test/database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})

const [hourLong, quarter] = [3_600_000, 900_000]

async function nextHour(at: number, hour: number, zone: string): Promise<number> {
  const { rows } = await database.pool.query<{ found: Date }>('select next_hour($1, $2, $3) as found', [
    new Date(at),
    hour,
    zone,
  ])
  return rows[0]?.found.getTime() ?? Number.NaN
}

async function afterQuiet(at: number, [from, to]: readonly (number | null)[], zone: string): Promise<number> {
  const { rows } = await database.pool.query<{ found: Date }>('select after_quiet($1, $2, $3, $4) as found', [
    new Date(at),
    from,
    to,
    zone,
  ])
  return rows[0]?.found.getTime() ?? Number.NaN
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Wall time there, as if it were UTC. From Intl, which is independent of the database's zones. */
function shown(at: number, zone: string): number {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options)
  formatters.set(zone, formatter)
  return Date.parse(`${formatter.format(at).replace(' ', 'T')}Z`)
}

/** Looks at the clock every quarter of an hour: clocks change only at such moments. */
function expectedHour(at: number, hour: number, zone: string): number {
  let before = shown(at, zone)
  for (let moment = Math.floor(at / quarter) * quarter + quarter; ; moment += quarter) {
    const now = shown(moment, zone)
    const full = Math.floor(now / (24 * hourLong)) * 24 * hourLong + hour * hourLong
    if (now === full || (before < full && full < now)) return moment
    before = now
  }
}

function expectedEnd(at: number, [from, to]: readonly [number, number], zone: string): number {
  const isQuiet = (moment: number) => {
    const hour = new Date(shown(moment, zone)).getUTCHours()
    return from < to ? from <= hour && hour < to : from <= hour || hour < to
  }
  if (!isQuiet(at)) return at
  let moment = Math.floor(at / quarter) * quarter + quarter
  while (isQuiet(moment)) moment += quarter
  return moment
}

/** The days on which clocks change, in both directions. */
const changes = [
  ['America/New_York', '2027-03-14', '2026-11-01'],
  ['Europe/Berlin', '2027-03-28', '2026-10-25'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04', '2027-04-04'],
  // At midnight.
  ['America/Havana', '2027-03-14', '2026-11-01'],
] as const

const hour = fc.integer({ min: 0, max: 23 })
const moments = fc.constantFrom(...changes).chain(([zone, ...days]) =>
  fc.record({
    zone: fc.constant(zone),
    at: fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: -36 * 60, max: 60 * 60 }))
      .map(([day, minutes]) => Date.parse(`${day}T00:00Z`) + minutes * 60_000),
  }),
)

describe('the wall clock around clock changes', () => {
  test('reaches an hour at the first moment that shows or skips it', {
    tags: ['TIME-79'],
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(moments, hour, async ({ zone, at }, hourOfDay) => {
        expect(new Date(await nextHour(at, hourOfDay, zone)).toISOString()).toBe(
          new Date(expectedHour(at, hourOfDay, zone)).toISOString(),
        )
      }),
      { seed: 20_261_125, numRuns: 1_000 },
    )
  })

  test('ends quiet hours as soon as it shows none of them', {
    tags: ['TIME-75'],
    timeout: 60_000,
  }, async () => {
    const hours = fc.tuple(hour, hour).filter(([from, to]) => from !== to)
    await fc.assert(
      fc.asyncProperty(moments, hours, async ({ zone, at }, quiet) => {
        expect(new Date(await afterQuiet(at, quiet, zone)).toISOString()).toBe(
          new Date(expectedEnd(at, quiet, zone)).toISOString(),
        )
      }),
      { seed: 20_261_125, numRuns: 1_000 },
    )
  })

  test.each([
    ['the night that is an hour shorter', '2027-03-14T02:00Z', '2027-03-14T11:00Z'],
    ['the night that is an hour longer', '2026-11-01T01:00Z', '2026-11-01T12:00Z'],
    ['their first moment', '2026-12-02T02:00Z', '2026-12-02T12:00Z'],
    ['their last moment', '2026-12-02T11:59:59.999Z', '2026-12-02T12:00Z'],
    ['their end', '2026-12-02T12:00Z', '2026-12-02T12:00Z'],
    ['the moment before them', '2026-12-02T01:59:59.999Z', '2026-12-02T01:59:59.999Z'],
  ])('quiet hours from 21 to 7 in New York: %s', { tags: ['TIME-75'] }, async (_which, at, end) => {
    const found = await afterQuiet(Date.parse(at), [21, 7], 'America/New_York')
    expect(new Date(found).toISOString()).toBe(new Date(end).toISOString())
  })

  test('quiet hours that end in a skipped hour end with the next hour shown', {
    tags: ['TIME-75'],
  }, async () => {
    const found = await afterQuiet(Date.parse('2027-03-14T04:00Z'), [21, 2], 'America/New_York')
    expect(new Date(found).toISOString()).toBe('2027-03-14T07:00:00.000Z')
  })

  test('without quiet hours nothing waits', { tags: ['TIME-75'] }, async () => {
    const at = Date.parse('2026-12-02T05:00Z')
    expect(await afterQuiet(at, [null, null], 'America/New_York')).toBe(at)
  })

  test('a zone that the database doesn’t know counts as UTC', { tags: ['TIME-75'] }, async () => {
    const at = Date.parse('2026-12-02T05:00Z')
    expect(await afterQuiet(at, [4, 6], 'Mars/Olympus')).toBe(Date.parse('2026-12-02T06:00Z'))
    expect(await nextHour(at, 18, "'; drop table app_user")).toBe(Date.parse('2026-12-02T18:00Z'))
  })
})

test('the database knows every zone that a profile may have', { tags: ['TIME-75'] }, async () => {
  const zones = [...new Set(Intl.supportedValuesOf('timeZone').map(canonicalTimeZone)), 'UTC']
  const { rows } = await database.pool.query(
    'select zone from unnest($1::text[]) zone where not exists (select from pg_timezone_names where name = zone)',
    [zones],
  )
  expect(rows).toEqual([])
})
