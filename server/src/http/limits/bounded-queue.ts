import { type Refusal, tooMany } from '../refusal.ts'

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

/** What is answered where there is no place. */
export const noPlace = tooMany(1)

/** For work that takes long, in this process: askers take turns, so that whoever asks for much waits behind themself. */
export function boundedQueue({ atOnce, perAsker, inAll }: Bounds): BoundedQueue {
  const askers = new Map<string, number>()
  /** What each asker waits for; who is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let all = 0
  let running = 0
  /** Whoever ends hands their place on, so nobody comes in between. */
  const handOn = () => {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [asker, [start, ...others]] = next
    waiting.delete(asker)
    // What else they wait for comes after everybody else's next.
    if (others.length > 0) waiting.set(asker, others)
    start?.()
  }
  return async (asker, work) => {
    const own = askers.get(asker) ?? 0
    if (own >= perAsker || all >= inAll) return noPlace
    askers.set(asker, own + 1)
    all += 1
    if (running >= atOnce) {
      await new Promise<void>((start) => waiting.set(asker, [...(waiting.get(asker) ?? []), start]))
    } else running += 1
    try {
      return await work()
    } finally {
      const left = (askers.get(asker) ?? 1) - 1
      if (left > 0) askers.set(asker, left)
      else askers.delete(asker)
      all -= 1
      handOn()
    }
  }
}
