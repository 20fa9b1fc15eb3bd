import { expect, test } from 'vitest'
import { cityOf, isSameClock } from './zone-words.ts'

test('a zone is called by its city', () => {
  expect(cityOf('America/Los_Angeles')).toBe('Los Angeles')
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(cityOf('UTC')).toBe('UTC')
})

test.each(['2026-11-20', '2027-01-15', '2027-04-01', '2027-07-01'])(
  'on %s, zones differ only if their clocks do, in winter or in summer',
  (date) => {
    const now = Date.parse(`${date}T12:00:00Z`)
    expect(isSameClock('America/New_York', 'America/New_York', now)).toBe(true)
    expect(isSameClock('America/New_York', 'America/Detroit', now)).toBe(true)
    expect(isSameClock('America/New_York', 'America/Los_Angeles', now)).toBe(false)
    // Arizona has no summer time.
    for (const zone of ['America/Denver', 'America/Los_Angeles'])
      expect(isSameClock(zone, 'America/Phoenix', now)).toBe(false)
  },
)
