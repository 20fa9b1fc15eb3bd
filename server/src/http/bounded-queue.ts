import { type Refusal, tooMany } from './refusal.ts'

/** Runs the work, or refuses it with 429 where too much waits already. */
export type BoundedQueue = <T>(asker: string, work: () => Promise<T>) => Promise<T | Refusal>

interface Bounds {
  /** How many run side by side. */
  atOnce: number
  /** How many of one asker may run or wait. */
  perAsker: number
  /** How many may run or wait in all. */
  inAll: number
}

const comeAgainSeconds = 1

/** For work that takes long, in this process: whoever asks for much of it waits behind themself, and not forever. */
export function boundedQueue({ atOnce, perAsker, inAll }: Bounds): BoundedQueue {
  const askers = new Map<string, number>()
  const waiting: (() => void)[] = []
  let running = 0
  return async (asker, work) => {
    const own = askers.get(asker) ?? 0
    if (own >= perAsker || running + waiting.length >= inAll) return tooMany(comeAgainSeconds)
    askers.set(asker, own + 1)
    // Whoever ends hands their place on, so nobody comes in between.
    if (running >= atOnce) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const left = (askers.get(asker) ?? 1) - 1
      if (left > 0) askers.set(asker, left)
      else askers.delete(asker)
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
