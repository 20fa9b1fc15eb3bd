import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#test/any-of.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type Begin, type Command, due, expected, makeWorld, run, stored } from '#test/spots-commands.ts'
import { due as dueInModel } from '#test/spots-model.ts'
import { report, sampleOrFull } from '#test/stress.ts'

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
    'by a guest': 1,
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

test('random answers of three families to an event with room for some end as the rules of the waiting list say', {
  tags: ['PLAN-42', 'PLAN-45', 'PLAN-50', 'PLAN-84'],
  timeout: 3_600_000,
}, async () => {
  const sequences = sampleOrFull(25, 2_500)
  let sequence = 0
  let done = 0
  const commands = fc.noBias(fc.tuple(begin, fc.array(command, { minLength: 4, maxLength: 20, size: 'max' })))
  await fc.assert(
    fc.asyncProperty(commands, async ([first, list]) => {
      if (sequence % 50 === 0) await t.reset()
      sequence += 1
      const made = await makeWorld(t, first)
      if (!made) return
      const { world, model } = made
      for (const each of list) {
        const outcome = await run(world, model, each)
        if (!outcome) continue
        done += 1
        expect([each.kind, each.family, outcome.said]).toEqual([each.kind, each.family, outcome.meant])
      }
      await due(world)
      dueInModel(model)
      expect(await stored(world)).toEqual(expected(model))
    }),
    { numRuns: sequences, seed: 20_261_125, endOnFailure: true },
  )
  report(
    'random answers to events with a waiting list against the model',
    `${sequence} sequences, ${done} commands, 0 differ`,
  )
})
