import { type ChildHours, fitOf } from '@tagalong/contract/features/children/slots.rules.ts'
import {
  hourOf,
  type Suggestion,
  suggestTimes,
} from '@tagalong/contract/features/playdates/suggestions.rules.ts'
import { days } from '@tagalong/contract/values/availability.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { report, sampleOrFull } from '#test/stress.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zones = [
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Europe/London',
] as const

// Long blocks, since short ones would hardly ever overlap.
const anyBlocks = fc
  .record({ start: fc.integer({ min: 5, max: 14 }), length: fc.integer({ min: 3, max: 17 }) })
  .map(({ start, length }) => [{ start, end: Math.min(start + length, 22) }])
const anyAvailability = fc
  .uniqueArray(fc.constantFrom(...days), { minLength: 3, maxLength: 7 })
  .chain((some) => fc.tuple(...some.map((each) => anyBlocks.map((blocks) => ({ day: each, blocks })))))
const anyNow = fc
  .record({
    // Just before both changes of the clocks, and an ordinary week.
    week: fc.constantFrom('2027-03-10T00:00:00Z', '2027-10-25T00:00:00Z', '2027-06-10T00:00:00Z'),
    minutes: fc.integer({ min: 0, max: 7 * 24 * 60 }),
  })
  .map(({ week, minutes }) => Date.parse(week) + minutes * minute)

const anyQuestion = anyNow.chain((asked) => {
  const quarter = (from: number, to: number) =>
    fc
      .integer({ min: from * 96, max: to * 96 })
      .map((quarters) => Math.floor(asked / hour) * hour + quarters * 15 * minute)
  const anyChild = fc.record<ChildHours>({
    availability: fc.option(anyAvailability, { freq: 5 }),
    timeZone: fc.constantFrom(...zones),
    away: fc.array(
      quarter(0, 15).map((start) => ({ start, end: start + 2 * day })),
      { maxLength: 1 },
    ),
  })
  return fc.record({
    asked: fc.constant(asked),
    children: fc.array(anyChild, { minLength: 1, maxLength: 4 }),
    durationMinutes: fc.constantFrom(15, 60, 90, 120, 240, 720),
    busy: fc.array(fc.record({ start: quarter(-1, 15), durationMinutes: fc.constantFrom(30, 120, 240) }), {
      maxLength: 4,
    }),
    played: fc.array(quarter(-180, 0), { maxLength: 3 }),
    zone: fc.constantFrom(...zones),
  })
})

/** Returns what a clock shows, computed in another way than by the rules. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function shown(at: number, timeZone: string) {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(timeZone, clock)
  const of = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: of.weekday ?? '',
    date: `${of.year}-${of.month}-${of.day}`,
    hour: Number(of.hour),
    minute: Number(of.minute),
  }
}

function isFreeThroughout(child: ChildHours, start: number, end: number): boolean | null {
  if (child.away.some((away) => start < away.end && away.start < end)) return false
  if (!child.availability) return null
  for (let at = start; at < end; at += 15 * minute) {
    const clock = shown(at, child.timeZone)
    const blocks = child.availability
      .filter((each) => each.day === clock.weekday)
      .flatMap((each) => each.blocks)
    if (!blocks.some((block) => block.start <= clock.hour && clock.hour < block.end)) return false
  }
  return true
}

type Question = Parameters<typeof suggestTimes>[0]

/** Checks every quarter of an hour of 17 days, one condition after the other. */
function bruteForce({ children, durationMinutes, busy, played, now, zone }: Question): Suggestion[] {
  const today = shown(now, zone).date
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + 14 * day).toISOString().slice(0, 10)
  const found: (Suggestion & { rank: number; date: string })[] = []
  for (let start = Math.floor(now / hour) * hour; start < now + 17 * day; start += 15 * minute) {
    const clock = shown(start, zone)
    const end = start + durationMinutes * minute
    if (clock.minute !== 0 || clock.hour < 8 || clock.hour > 18) continue
    if (clock.hour * 60 + durationMinutes > 20 * 60) continue
    if (clock.date <= today || clock.date > last) continue
    const isTooNear = busy.some((each) => {
      const pause = Math.max(each.start - end, start - (each.start + each.durationMinutes * minute))
      return pause < hour
    })
    if (isTooNear) continue
    // In whole hours, like slots.
    const until = start + Math.ceil(durationMinutes / 60) * hour
    const fit = fitOf(children.map((child) => isFreeThroughout(child, start, until)))
    if (fit === 'some') continue
    const isUsual = played.some((each) => {
      const before = shown(each, zone)
      return before.weekday === clock.weekday && [-1, 0, 1].includes(before.hour - clock.hour)
    })
    const isWeekend = ['Sat', 'Sun'].includes(clock.weekday)
    const isSchool = !isWeekend && [15, 16, 17].includes(clock.hour)
    const isMorning = isWeekend && [9, 10, 11].includes(clock.hour)
    const isSure = fit === 'all'
    const otherwise = isSure ? 'everyone' : 'could'
    const byDay = isSchool ? 'after-school' : isMorning ? 'weekend-morning' : otherwise
    const rank = isUsual ? 0 : isSchool || isMorning ? 1 : 2
    found.push({ start, reason: isUsual ? 'usual' : byDay, isSure, rank, date: clock.date })
  }
  const picked: typeof found = []
  for (const rank of [0, 1, 2]) {
    for (const each of found.filter((one) => one.rank === rank)) {
      if (picked.length < 3 && !picked.some(({ date }) => date === each.date)) picked.push(each)
    }
  }
  return picked.map(({ start, reason, isSure }) => ({ start, reason, isSure }))
}

test('suggestions for random families match brute force, in five zones and over both clock changes', {
  tags: ['PLAN-02', 'PLAN-03', 'PLAN-04', 'PLAN-05'],
  timeout: 600_000,
}, () => {
  const families = sampleOrFull(60, 1_000)
  let suggested = 0
  fc.assert(
    fc.property(anyQuestion, ({ asked, ...rest }) => {
      const question = { ...rest, now: hourOf(asked, rest.zone) }
      const found = suggestTimes(question)
      expect(found).toEqual(bruteForce(question))
      suggested += found.length
    }),
    { seed: 20_261_125, numRuns: families },
  )
  // Not all answers are empty.
  expect(suggested).toBeGreaterThan(families / 2)
  report('suggested times of random families', `${families} families, ${suggested} times, all as brute force`)
})
