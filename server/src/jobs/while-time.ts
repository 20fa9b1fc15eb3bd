/** Milliseconds; the queue gives a job 60 s. */
const longestRun = 40_000

/** Works on ids one after another, while there are any and the job may still run. The rest is left to the next run. */
export async function whileTime(
  list: () => Promise<string[]>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const until = Date.now() + longestRun
  for (let ids = await list(); ids.length > 0; ids = await list()) {
    for (const id of ids) {
      if (Date.now() > until) return
      await work(id)
    }
  }
}
