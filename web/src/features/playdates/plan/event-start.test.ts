import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenStart, startOf, typedOf } from './event-start.ts'

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe'] as const

test.each([
  ['America/New_York', '2027-07-04T10:30', '2027-07-04T14:30:00.000Z'],
  ['America/New_York', '2027-12-04T10:30', '2027-12-04T15:30:00.000Z'],
  ['Europe/Berlin', '2027-07-04T10:30', '2027-07-04T08:30:00.000Z'],
  ['Asia/Kolkata', '2027-07-04T10:30', '2027-07-04T05:00:00.000Z'],
])('in %s the wall time %s is one moment', { tags: ['TIME-11'] }, (zone, typed, iso) => {
  expect(startOf(typed, zone)).toBe(iso)
  expect(typedOf(iso, zone)).toBe(typed)
})

test('when clocks go forward, the skipped hour becomes the one after it', {
  tags: ['TIME-11'],
}, () => {
  expect(startOf('2027-03-14T01:59', 'America/New_York')).toBe('2027-03-14T06:59:00.000Z')
  expect(startOf('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z')
  expect(spokenStart('2027-03-14T07:30:00.000Z', 'America/New_York')).toBe('Sunday March 14, 3:30 AM')
  expect(startOf('2027-03-14T10:00', 'America/New_York')).toBe('2027-03-14T14:00:00.000Z')
  expect(startOf('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  // Lord Howe Island's clock changes by half an hour.
  expect(startOf('2027-10-03T02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z')
})

test('when clocks go back, an hour that is shown twice is the first one', {
  tags: ['TIME-11'],
}, () => {
  expect(startOf('2027-11-07T01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z')
  expect(startOf('2027-11-07T02:30', 'America/New_York')).toBe('2027-11-07T07:30:00.000Z')
  expect(startOf('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
  expect(startOf('2027-11-07T10:00', 'America/New_York')).toBe('2027-11-07T15:00:00.000Z')
})

test('the picker shows any start of an event and reads it back', { tags: ['TIME-11'] }, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2029, 0) / 60_000 }),
      (zone, minutes) => {
        const typed = typedOf(new Date(minutes * 60_000).toISOString(), zone)
        const read = startOf(typed, zone)
        expect(read && typedOf(read, zone)).toBe(typed)
        // Once a year the same minutes are shown twice; the first occurrence is meant.
        expect(minutes * 60_000 - Date.parse(read ?? '')).toBeOneOf([0, 1_800_000, 3_600_000])
      },
    ),
    { seed: 11, numRuns: 2_000 },
  )
})

test('an incomplete time, or one outside this century, is no time', { tags: ['TIME-11'] }, () => {
  for (const typed of ['', '2027-03-14', '0002-03-14T10:00', '12027-03-14T10:00', '2027-03-14T10']) {
    expect(startOf(typed, 'America/New_York')).toBeNull()
  }
})
