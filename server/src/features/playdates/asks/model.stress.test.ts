import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#test/any-of.ts'
import { type TestApp, testApp } from '#test/app.ts'
import {
  type Command,
  dayBreak,
  expected,
  learnRequests,
  makeWorld,
  run,
  stored,
} from '#test/asks-commands.ts'
import type { AsksModel } from '#test/asks-model.ts'
import { compareWithModel } from '#test/sequences.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const command: fc.Arbitrary<Command> = fc.record({
  kind: anyOf({
    order: 5,
    request: 1,
    accept: 3,
    reject: 6,
    counter: 3,
    write: 5,
    cancel: 2,
    next: 5,
    stop: 1,
    time: 8,
    due: 8,
    unfriend: 1,
    block: 1,
  }),
  families: fc.shuffledSubarray([1, 2, 3], { minLength: 2 }),
  isTwice: fc.nat(19).map((each) => each === 0),
  times: fc.subarray([3, 6, 10, 20, 40, 200], { minLength: 1, maxLength: 2 }),
  wait: fc.constantFrom(null, 'hours' as const, 'day' as const),
  hours: fc.constantFrom(1, 2, 3, 4, 7, 14),
  which: fc.nat(2),
  isFitting: fc.nat(3).map((each) => each > 0),
  whose: anyOf({ turn: 4, side: 3, anybody: 1 }),
  actor: fc.nat(3),
  isStale: fc.nat(7).map((each) => each === 0),
  isPartner: fc.nat(4).map((each) => each === 0),
})

test('random steps of orders of three families, and of the clock, match the model of asking in order', {
  tags: [
    'PLAN-12',
    'PLAN-13',
    'PLAN-14',
    'PLAN-15',
    'PLAN-19',
    'PLAN-20',
    'PLAN-22',
    'PLAN-23',
    'PLAN-24',
    'PLAN-26',
    'PLAN-27',
  ],
  timeout: 3_600_000,
}, async () => {
  const list = fc.array(command, { minLength: 4, maxLength: 24, size: 'max' })
  await compareWithModel(t, 'random steps of orders against the model', list, async (commands, compare) => {
    const world = await makeWorld(t)
    const model: AsksModel = { now: dayBreak, friends: new Set([1, 2, 3]), orders: [], requests: [] }
    for (const each of commands) {
      const outcome = await run(world, model, each)
      await learnRequests(world, model)
      compare(each, outcome)
    }
    expect(await stored(world, model)).toEqual(expected(model))
  })
})
