import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Publish } from './after-commit.ts'
import { channel, type Signal, textsOf } from './listen.ts'

/** If more signals than this wait, the oldest are dropped: nothing gets through then, and pages reload once it does. */
const maxWaiting = 10_000
const pauseMs = 500
const triesAtEnd = 4

export interface Relay {
  take: Publish
  /** Resolves once everything is sent, or nothing gets through any more. */
  close(): Promise<void>
}

/** Passes signals on by NOTIFY, in order, and all that are waiting at once. */
export function createRelay(pool: pg.Pool): Relay {
  let texts: string[] = []
  let leaving: Promise<void> | undefined
  let triesLeft = Number.POSITIVE_INFINITY

  async function pass(): Promise<void> {
    while (texts.length > 0 && triesLeft > 0) {
      const batch = texts
      texts = []
      try {
        await pool.query('select pg_notify($1, each) from unnest($2::text[]) each', [channel, batch])
      } catch {
        triesLeft -= 1
        texts = [...batch, ...texts].slice(-maxWaiting)
        await wait(pauseMs, undefined, { ref: false })
      }
    }
    leaving = undefined
  }

  return {
    take(kept) {
      texts.push(...kept.flatMap((signal) => textsOf(signal as Signal)))
      // Without texts, `pass` would end before `leaving` is assigned, and `leaving` would stay set for ever.
      if (texts.length > 0) leaving ??= pass()
    },
    async close() {
      triesLeft = triesAtEnd
      await leaving
    },
  }
}
