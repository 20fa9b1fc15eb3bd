import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#test/any-of.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { compareWithModel } from '#test/sequences.ts'
import { type Begin, type Command, due, expected, makeWorld, run, stored } from '#test/spots-commands.ts'
import { due as dueInModel } from '#test/spots-model.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const command: fc.Arbitrary<Command> = fc.record({
  kind: anyOf({
    yes: 24,
    no: 8,
    offer: 12,
    time: 12,
    due: 8,
    capacity: 8,
    move: 2,
    cancel: 1,
    'delete child': 2,
    block: 4,
    'by a guest': 1,
    'by a helper': 1,
  }),
  family: fc.integer({ min: 0, max: 2 }),
  number: fc.integer({ min: 1, max: 8 }),
  hours: fc.constantFrom(1, 2, 3, 8, 24),
  isStale: fc.nat(9).map((each) => each === 0),
  isUnsaid: fc.nat(9).map((each) => each === 0),
  isYes: fc.boolean(),
  isPartner: fc.boolean(),
})

const begin: fc.Arbitrary<Begin> = fc.record({
  capacity: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 8 }),
  owners: fc.integer({ min: 1, max: 2 }),
  hours: fc.constantFrom(4, 30, 76, 120),
})

test('random answers of three families to an event with limited spots match the model of the waiting list', {
  tags: ['PLAN-42', 'PLAN-45', 'PLAN-50', 'PLAN-84'],
  timeout: 3_600_000,
}, async () => {
  const all = fc.tuple(begin, fc.array(command, { minLength: 4, maxLength: 20, size: 'max' }))
  const what = 'random answers to events with a waiting list against the model'
  await compareWithModel(t, what, all, async ([first, commands], compare) => {
    const made = await makeWorld(t, first)
    if (!made) return
    const { world, model } = made
    for (const each of commands) compare(each, await run(world, model, each))
    await due(world)
    dueInModel(model)
    expect(await stored(world)).toEqual(expected(model))
  })
})
