interface Waiting<Item, Result> {
  item: Item
  settle(result: Result | PromiseLike<Result>): void
  fail(reason: unknown): void
}

/**
 * Handles whatever comes in one turn of the event loop, or while others are being handled, together.
 * @param handle answers each, in their order; what takes longer than the others it may answer by a promise
 * @param most how many go together
 */
export function gather<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly (Result | PromiseLike<Result>)[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isHandling = false

  async function handleAll(): Promise<void> {
    while (waiting.length > 0) {
      const now = waiting.splice(0, most)
      try {
        const results = await handle(now.map(({ item }) => item))
        now.forEach(({ settle }, at) => {
          settle(results[at] as Result | PromiseLike<Result>)
        })
      } catch (error) {
        for (const { fail } of now) fail(error)
      }
    }
    isHandling = false
  }

  return (item) =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail })
      if (isHandling) return
      isHandling = true
      setImmediate(handleAll)
    })
}
