import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#test/any-of.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { compareWithModel } from '#test/sequences.ts'
import {
  type Command,
  dayBreak,
  expected,
  makeWorld,
  read,
  readable,
  run,
  stored,
} from '#test/series-commands.ts'
import type { SeriesModel } from '#test/series-model.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const command: fc.Arbitrary<Command> = fc.record({
  kind: anyOf({
    series: 2,
    answer: 6,
    accept: 3,
    reject: 1,
    change: 3,
    'another time': 4,
    cancel: 2,
    respond: 2,
    write: 3,
    stop: 2,
    'by a helper': 1,
    time: 4,
    due: 3,
  }),
  type: anyOf({ single: 3, group: 1 }),
  times: fc.subarray([3, 30, 60, 200], { minLength: 1, maxLength: 2 }),
  everyWeeks: fc.constantFrom(1, 2),
  count: fc.constantFrom(1, 2, 3, 3, 4, 4, 5, 13, 14),
  hasWait: fc.nat(3).map((each) => each === 0),
  hours: fc.constantFrom(2, 5, 24, 170, 340),
  date: fc.nat(6),
  actor: fc.nat(2),
  isTurn: fc.nat(3).map((each) => each > 0),
  isFitting: fc.nat(3).map((each) => each > 0),
  isStale: fc.nat(4).map((each) => each === 0),
  isPartner: fc.boolean(),
  isYes: fc.boolean(),
  answers: fc.array(fc.constantFrom('accepted', 'accepted', 'rejected', null), {
    minLength: 14,
    maxLength: 14,
  }),
})

/** Begins with a series to answer; half of the time it is answered at once. */
const first = fc.tuple(command, fc.boolean()).map(([each, isAnswered]): Command[] => {
  const series = { ...each, times: each.times.slice(0, 1), count: 2 + (each.date % 4) }
  const made: Command = { ...series, kind: 'series' }
  return isAnswered ? [made, { ...made, kind: 'answer', actor: 1, isTurn: true }] : [made]
})

test('random answers to series, and later changes of single dates, match the model', {
  tags: ['PLAN-29', 'PLAN-30', 'PLAN-34', 'PLAN-35', 'PLAN-79', 'PLAN-89', 'PLAN-92'],
  timeout: 3_600_000,
}, async () => {
  const list = fc.array(command, { minLength: 3, maxLength: 16, size: 'max' })
  const all = fc.tuple(first, list).map(([begin, others]) => [...begin, ...others])
  await compareWithModel(t, 'random steps of series against the model', all, async (commands, compare) => {
    const world = await makeWorld(t)
    const model: SeriesModel = { now: dayBreak, dates: [] }
    for (const each of commands) compare(each, await run(world, model, each))
    expect(await stored(world)).toEqual(expected(world, model))
    for (const family of [0, 1, 2]) expect(await read(world, model, family)).toEqual(readable(model, family))
  })
})
