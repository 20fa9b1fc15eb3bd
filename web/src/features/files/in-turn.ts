const maxAtOnce = 4
let running = 0
const waiting: (() => void)[] = []

/** Runs a few at a time, the others as soon as it is their turn; what nobody waits for any more is not begun. */
export async function inTurn<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Whoever is done hands the place on.
  if (running === maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    signal.throwIfAborted()
    return await task()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
