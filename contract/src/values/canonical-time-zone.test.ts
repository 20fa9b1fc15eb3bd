import { expect, test } from 'vitest'
import { canonicalTimeZone, todaysName } from './canonical-time-zone.ts'
import { isTimeZone, wallTime } from './time-zone.ts'

const listed = Intl.supportedValuesOf('timeZone')

test('each zone that a browser may list has one current name, with the same clock', {
  tags: ['TIME-75'],
}, () => {
  const now = Date.parse('2026-11-28T12:00Z')
  for (const zone of listed) {
    const today = canonicalTimeZone(zone)
    expect(isTimeZone(today), zone).toBe(true)
    expect(canonicalTimeZone(today)).toBe(today)
    expect(todaysName(today)).toBe(today)
    expect(wallTime(now, today)).toEqual(wallTime(now, zone))
  }
})

test.each([
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Fort_Wayne', 'America/Indiana/Indianapolis'],
  ['america/louisville', 'America/Kentucky/Louisville'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['GMT', 'UTC'],
  ['Etc/Unknown', ''],
])('the current name of %s is %s', { tags: ['TIME-75'] }, (name, canonical) => {
  expect(canonicalTimeZone(name)).toBe(canonical)
})
