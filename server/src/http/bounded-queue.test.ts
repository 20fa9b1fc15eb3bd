import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'
import { Refusal } from './refusal.ts'

/** Work that runs until it is ended, and tells how much of it ran side by side. */
function slowWork() {
  const ends: (() => void)[] = []
  let most = 0
  let running = 0
  return {
    async work() {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((end) => ends.push(end))
      running -= 1
      return 'done'
    },
    most: () => most,
    async endAll() {
      while (ends.length > 0 || running > 0) {
        ends.shift()?.()
        await new Promise(setImmediate)
      }
    },
  }
}

const statusesOf = (outcomes: readonly (string | Refusal)[]) =>
  outcomes.map((each) => (each instanceof Refusal ? each.status : each))

test('two run side by side, the others wait; one asker gets a share, and all together an end', async () => {
  const { work, most, endAll } = slowWork()
  const queue = boundedQueue({ atOnce: 2, perAsker: 3, inAll: 5 })
  const anna = Array.from({ length: 4 }, () => queue('anna', work))
  const others = ['ben', 'cleo', 'dan'].map((asker) => queue(asker, work))
  await endAll()
  expect(statusesOf(await Promise.all(anna))).toEqual(['done', 'done', 'done', 429])
  expect(statusesOf(await Promise.all(others))).toEqual(['done', 'done', 429])
  expect(most()).toBe(2)
})

test('a place is free again also after work that failed', async () => {
  const queue = boundedQueue({ atOnce: 1, perAsker: 1, inAll: 1 })
  await expect(queue('anna', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await queue('anna', async () => 'done')).toBe('done')
})
