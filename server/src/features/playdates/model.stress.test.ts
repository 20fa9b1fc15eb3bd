import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOf } from '#test/any-of.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type Command, expected, type Kind, makeWorld, run, stored } from '#test/playdate-commands.ts'
import { compareWithModel } from '#test/sequences.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

// Making and answering playdates is more frequent than what ends everything.
const weights: Record<Kind, number> = {
  request: 6,
  event: 3,
  accept: 8,
  'another time': 8,
  reject: 2,
  change: 4,
  cancel: 3,
  respond: 4,
  unfriend: 1,
  'leave group': 1,
  'delete child': 2,
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: anyOf(weights),
  actor: fc.nat(2),
  other: fc.nat(2),
  playdate: fc.nat(3),
  child: fc.nat(1),
  isStale: fc.nat(7).map((each) => each === 0),
  isSwapping: fc.nat(9).map((each) => each === 0),
  isYes: fc.boolean(),
  isPartner: fc.boolean(),
  whose: anyOf({ turn: 4, side: 3, anybody: 1 }),
})

/** A request of the first family to the second, and the yes to it. */
const confirmed: Command[] = (['request', 'accept'] as const).map((kind) => ({
  kind,
  actor: 0,
  other: 1,
  playdate: 0,
  child: 0,
  isStale: false,
  isSwapping: false,
  isYes: true,
  isPartner: false,
  whose: 'turn',
}))

/** Half of them begin with a confirmed playdate. */
const sequences: fc.Arbitrary<Command[]> = fc
  .tuple(fc.constantFrom([], confirmed), fc.array(command, { minLength: 3, maxLength: 15, size: 'max' }))
  .map(([first, list]) => [...first, ...list])

test('random commands of three families, two of them with two guardians, match the state machine', {
  tags: [
    'API-097',
    'API-098',
    'API-099',
    'API-134',
    'PLAY-80',
    'PLAY-92',
    'PLAN-88',
    'PLAN-89',
    'PLAN-91',
    'PLAN-92',
  ],
  timeout: 3_600_000,
}, async () => {
  const what = 'random sequences of commands against the model'
  await compareWithModel(t, what, sequences, async (commands, compare) => {
    const { world, model } = await makeWorld(t)
    for (const each of commands) compare(each, await run(world, model, each))
    const ids = model.playdates.map(({ id }) => id)
    expect(await stored(world, ids)).toEqual(expected(world, model))
  })
})
