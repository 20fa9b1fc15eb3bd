const tries = 3

/**
 * Returns the best of a few measurements. Other work on the machine can only slow one down, so it is repeated while it
 * is over the limit.
 */
export async function atBest(limitMs: number, measure: () => Promise<number>): Promise<number> {
  let best = await measure()
  for (let tried = 1; tried < tries && best >= limitMs; tried += 1) best = Math.min(best, await measure())
  return best
}
