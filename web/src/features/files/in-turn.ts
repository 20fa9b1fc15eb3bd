const maxAtOnce = 4
let running = 0
const waiting: (() => void)[] = []

/** Runs a few tasks at once and queues the others. A task that is aborted while queued is not started. */
export async function inTurn<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // A finished task passes its slot on.
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
