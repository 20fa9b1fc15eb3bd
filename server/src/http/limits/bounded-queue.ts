import { type Refusal, tooMany } from '../refusal.ts'

/** Runs a task, or refuses it with 429 if too much waits already. */
export type BoundedQueue = <T>(asker: string, work: () => Promise<T>) => Promise<T | Refusal>

interface Bounds {
  /** Number of tasks that run at the same time. */
  atOnce: number
  /** Number of one asker's tasks that may run or wait. */
  perAsker: number
  /** Number of tasks that may run or wait in all. */
  inAll: number
}

/** The refusal if there is no place. */
export const noPlace = tooMany(1)

/** Queues slow tasks in this process. Askers take turns, so that an asker with many only holds up themselves. */
export function boundedQueue({ atOnce, perAsker, inAll }: Bounds): BoundedQueue {
  const askers = new Map<string, number>()
  /** What each asker waits for, the next asker first. */
  const waiting = new Map<string, (() => void)[]>()
  let all = 0
  let running = 0
  /** Hands a finished task's place directly to the next one, so that no new task gets in between. */
  const handOn = () => {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [asker, [start, ...others]] = next
    waiting.delete(asker)
    // This asker's other tasks come after everybody else's next one.
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
