interface Waiting<Item, Result> {
  item: Item
  settle(result: Result | PromiseLike<Result>): void
  fail(reason: unknown): void
}

interface Limits {
  /** How many go together. */
  most: number
  /** What comes later than so long after others went, waits for those no more: their connection may be dead. */
  patienceMs: number
}

/**
 * Handles whatever comes in one turn of the event loop, or while others are being handled, together.
 * @param handle answers each, in their order; what takes longer than the others it may answer by a promise
 */
export function gather<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly (Result | PromiseLike<Result>)[]>,
  { most, patienceMs }: Limits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isHandling = false

  async function handleAll(): Promise<void> {
    while (waiting.length > 0) {
      const handled = answer(waiting.splice(0, most))
      await new Promise<void>((goOn) => {
        const timer = setTimeout(goOn, patienceMs)
        handled.then(() => {
          clearTimeout(timer)
          goOn()
        })
      })
    }
    isHandling = false
  }

  async function answer(now: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await handle(now.map(({ item }) => item))
      now.forEach(({ settle }, at) => {
        settle(results[at] as Result | PromiseLike<Result>)
      })
    } catch (error) {
      for (const { fail } of now) fail(error)
    }
  }

  return (item) =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail })
      if (isHandling) return
      isHandling = true
      setImmediate(handleAll)
    })
}
