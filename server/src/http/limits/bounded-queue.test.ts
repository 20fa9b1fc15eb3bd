import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { boundedQueue } from './bounded-queue.ts'

/** Makes tasks that run until they are ended, and counts how many ran at the same time. */
function slowWork() {
  const ends: (() => void)[] = []
  let max = 0
  let running = 0
  return {
    async work() {
      running += 1
      max = Math.max(max, running)
      await new Promise<void>((end) => ends.push(end))
      running -= 1
      return 'done'
    },
    max: () => max,
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

test('the queue runs two tasks at once and refuses more than its limits per asker and in all', async () => {
  const { work, max, endAll } = slowWork()
  const queue = boundedQueue({ atOnce: 2, perAsker: 3, inAll: 5 })
  const anna = Array.from({ length: 4 }, () => queue('anna', work))
  const others = ['ben', 'cleo', 'dan'].map((asker) => queue(asker, work))
  await endAll()
  expect(statusesOf(await Promise.all(anna))).toEqual(['done', 'done', 'done', 429])
  expect(statusesOf(await Promise.all(others))).toEqual(['done', 'done', 429])
  expect(max()).toBe(2)
})

test('a task that fails frees its place, too', async () => {
  const queue = boundedQueue({ atOnce: 1, perAsker: 1, inAll: 1 })
  await expect(queue('anna', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await queue('anna', async () => 'done')).toBe('done')
})

test('askers take turns, so a single task does not wait for all of another asker’s many', async () => {
  const queue = boundedQueue({ atOnce: 1, perAsker: 4, inAll: 10 })
  const begun: string[] = []
  const ask = (asker: string, name: string) =>
    queue(asker, async () => {
      begun.push(name)
      await new Promise(setImmediate)
    })
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('anna', name))
  await Promise.all([...many, ask('ben', 'b1'), ask('ben', 'b2'), ask('cleo', 'c1')])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})
