import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf } from '../../values/time-zone.ts'
import { answerTo, offerEnd, offeredNow } from './spots.rules.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 24, 18)
const sizes = (line: readonly number[]) => line.map((size, id) => ({ id, size }))

describe('free spots', () => {
  const most = 12

  test('wait for the first in line until 3 days before the start', { tags: ['PLAN-84'] }, () => {
    const start = now + 10 * day
    expect(offeredNow(sizes([3, 1]), { free: 1, most, start, now })).toEqual([])
    expect(offeredNow(sizes([3, 1]), { free: 3, most, start, now })).toEqual([{ id: 0, size: 3 }])
    expect(offeredNow(sizes([3, 1]), { free: 4, most, start, now }).map(({ id }) => id)).toEqual([0, 1])
  })

  test('don’t wait for a party that is larger than the event allows', () => {
    const start = now + 10 * day
    expect(offeredNow(sizes([4, 2, 1]), { free: 2, most: 3, start, now })).toEqual([{ id: 1, size: 2 }])
    expect(offeredNow(sizes([4, 3, 1]), { free: 2, most: 3, start, now })).toEqual([])
  })

  test('go to the first party that fits within 3 days of the start', { tags: ['PLAN-45'] }, () => {
    expect(offeredNow(sizes([3, 1]), { free: 1, most, start: now + 3 * day, now })).toEqual([
      { id: 1, size: 1 },
    ])
    expect(offeredNow(sizes([3, 1]), { free: 1, most, start: now + 3 * day + 1, now })).toEqual([])
    expect(
      offeredNow(sizes([2, 3, 1]), { free: 3, most, start: now + day, now }).map(({ id }) => id),
    ).toEqual([0, 2])
  })

  test('are offered to nobody in the last two hours', { tags: ['PLAN-86'] }, () => {
    expect(offeredNow(sizes([1]), { free: 5, most, start: now + 2 * hour, now })).toEqual([])
    expect(offeredNow(sizes([1]), { free: 5, most, start: now + 2 * hour + 1, now })).toHaveLength(1)
  })

  test('are offered in the order of the line, never more than there are, and skip no party that fits', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 })
    const ahead = fc.integer({ min: 1, max: 10 * 24 })
    fc.assert(
      fc.property(lines, fc.integer({ min: -3, max: 12 }), ahead, (line, free, hours) => {
        const start = now + hours * hour
        const offered = offeredNow(sizes(line), { free, most, start, now })
        const ids = offered.map(({ id }) => id)
        const taken = offered.reduce((sum, { size }) => sum + size, 0)
        expect(taken).toBeLessThanOrEqual(Math.max(free, 0))
        expect(ids).toEqual(ids.toSorted((a, b) => a - b))
        if (hours <= 2) {
          expect(ids).toEqual([])
          return
        }
        // More than 72 hours ahead, offers go to the first in line; later, a family is passed only if it doesn't fit in
        // what is left.
        if (hours > 72) expect(ids).toEqual(ids.map((_, at) => at))
        const passed = sizes(line).filter(({ id }) => !ids.includes(id) && (hours <= 72 || id === ids.length))
        for (const { id, size } of passed) {
          const before = offered.filter((each) => each.id < id).reduce((sum, each) => sum + each.size, 0)
          expect(size).toBeGreaterThan(free - before)
        }
      }),
      { seed: 20_261_125 },
    )
  })
})

describe('an offer', () => {
  const zone = 'America/New_York'
  const at = (date: number, clock: number) =>
    instantOf({ year: 2026, month: 11, day: date, hour: clock }, zone)
  const endOf = (from: number, start: number, heard = from) => offerEnd(from, start, { zone, heard })

  test('lasts 24 hours, or 2 within 3 days of the start, and ends an hour before it at the latest', {
    tags: ['PLAN-47'],
  }, () => {
    expect(endOf(at(10, 12), at(20, 15))).toBe(at(11, 12))
    expect(endOf(at(10, 12), at(12, 15))).toBe(at(10, 14))
    expect(endOf(at(10, 12), at(10, 15))).toBe(at(10, 14))
    expect(endOf(at(10, 12), at(10, 14) + hour / 2)).toBe(at(10, 13) + hour / 2)
  })

  test('never ends at night on the owner’s clock', { tags: ['PLAN-47'] }, () => {
    expect(endOf(at(10, 20), at(12, 15))).toBe(at(11, 9))
    expect(endOf(at(10, 22), at(20, 15))).toBe(at(12, 9))
    expect(endOf(at(10, 5), at(20, 15))).toBe(at(11, 9))
    expect(endOf(at(10, 4), at(12, 15))).toBe(at(10, 9))
    expect(endOf(at(10, 20), at(11, 9))).toBe(at(11, 8))
    expect(endOf(at(10, 19) - 1, at(12, 15))).toBe(at(10, 21) - 1)
    expect(endOf(at(10, 19), at(12, 15))).toBe(at(11, 9))
    // Clocks go back in between.
    expect(endOf(instantOf({ year: 2026, month: 10, day: 31, hour: 22 }, zone), at(20, 15))).toBe(at(2, 9))
  })

  test('gives a family in quiet hours an hour after them, by day and before the last hour', {
    tags: ['PLAN-47', 'TIME-116'],
  }, () => {
    expect(endOf(at(10, 8), at(12, 15), at(10, 10))).toBe(at(10, 11))
    expect(endOf(at(10, 8), at(12, 15), at(10, 9))).toBe(at(10, 10))
    expect(endOf(at(10, 8), at(12, 15), at(10, 8) + hour / 2)).toBe(at(10, 10))
    expect(endOf(at(10, 8), at(20, 15), at(10, 10))).toBe(at(11, 8))
    expect(endOf(at(10, 8), at(12, 15), at(10, 20))).toBe(at(11, 9))
    expect(endOf(at(10, 8), at(10, 11) + hour / 2, at(10, 10))).toBe(at(10, 10) + hour / 2)
    // A family that is notified at once gets no more than two hours.
    expect(endOf(at(10, 5) + hour / 2, at(12, 15))).toBe(at(10, 7) + hour / 2)
  })
})

describe('a yes', () => {
  const room = { capacity: 4, taken: 3, owners: 1, start: now + 10 * day, now }
  const asking = { size: 1, held: 0, isInLine: false, othersWait: false }

  test('is accepted if there is room for the whole family', () => {
    expect(answerTo(asking, room)).toBe('accepted')
    expect(answerTo({ ...asking, size: 9 }, { ...room, capacity: null })).toBe('accepted')
    expect(answerTo(asking, { ...room, taken: 4 })).toBe('waiting')
    expect(answerTo(asking, { ...room, taken: 6 })).toBe('waiting')
  })

  test('for more children than fit returns the room there is', () => {
    expect(answerTo({ ...asking, size: 2 }, room)).toEqual({ room: 1 })
    expect(answerTo({ ...asking, size: 4 }, { ...room, taken: 4 })).toEqual({ room: 3 })
    expect(answerTo({ ...asking, size: 1 }, { ...room, taken: 4, owners: 4 })).toBe('waiting')
  })

  test('doesn’t overtake those in line, except in the last two hours', {
    tags: ['PLAN-86', 'PLAN-87'],
  }, () => {
    expect(answerTo({ ...asking, othersWait: true }, room)).toBe('waiting')
    expect(answerTo({ ...asking, isInLine: true }, room)).toBe('waiting')
    const soon = { ...room, start: now + 2 * hour }
    expect(answerTo({ ...asking, othersWait: true, isInLine: true }, soon)).toBe('accepted')
    expect(answerTo({ ...asking, size: 2, isInLine: true }, soon)).toBe('waiting')
  })

  test('keeps what the family already has', () => {
    expect(answerTo({ ...asking, size: 2, held: 2, othersWait: true }, { ...room, taken: 9 })).toBe(
      'accepted',
    )
    expect(answerTo({ ...asking, size: 3, held: 1 }, room)).toEqual({ room: 2 })
    expect(answerTo({ ...asking, size: 3, held: 1, othersWait: true }, room)).toEqual({ room: 1 })
  })
})
