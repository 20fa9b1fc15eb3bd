import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { report, sampleOrFull } from './stress.ts'

/** What the server and the model answered to a command; null if there was nothing to do. */
type Outcome = { said: unknown; meant: unknown } | null

/**
 * Runs each sequence on the server and on a model, each time with families of its own; both must answer each command
 * the same. Unbiased: otherwise most sequences would be short, and of small numbers.
 */
export async function compareWithModel<Sequence>(
  t: TestApp,
  what: string,
  sequences: fc.Arbitrary<Sequence>,
  doAll: (sequence: Sequence, compare: (command: object, outcome: Outcome) => void) => Promise<void>,
): Promise<void> {
  let [count, done] = [0, 0]
  function compare(command: object, outcome: Outcome): void {
    if (!outcome) return
    done += 1
    expect([command, outcome.said]).toEqual([command, outcome.meant])
  }
  await fc.assert(
    fc.asyncProperty(fc.noBias(sequences), async (sequence) => {
      if (count % 50 === 0) await t.reset()
      count += 1
      await doAll(sequence, compare)
    }),
    { numRuns: sampleOrFull(25, 2_500), seed: 20_261_125, endOnFailure: true },
  )
  report(what, `${count} sequences, ${done} commands, 0 differ`)
}
