import { expect, test } from 'vitest'
import { nextWait } from './reachability.ts'

const minutes = (count: number) => count * 60_000
const always = [0, 0.5, 1]

test('a server that was briefly unavailable is asked again within a second and a half', () => {
  for (const chance of always) {
    const wait = nextWait(20_000, 0, chance)
    expect(wait).toBeGreaterThanOrEqual(900)
    expect(wait).toBeLessThanOrEqual(1_500)
  }
})

test('the longer a server is away, or the more often it fails again at once, the less it is asked', () => {
  const chance = 0.5
  const byTime = [0, 2, 20].map((count) => nextWait(minutes(count), 0, chance))
  expect(byTime).toEqual([1_200, 5_000, 15_000])
  const byRelapses = [0, 1, 2, 3, 4, 1_000].map((relapses) => nextWait(0, relapses, chance))
  expect(byRelapses).toEqual([1_200, 2_400, 4_800, 9_600, 15_000, 15_000])
})

test('pages don’t all ask at the same moment', () => {
  const waits = always.map((chance) => nextWait(minutes(20), 0, chance))
  expect(waits).toEqual([11_250, 15_000, 18_750])
})
