import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

/** Notes what goes together, and answers when it is told to. */
function noting(most: number) {
  const batches: string[][] = []
  const answers: PromiseWithResolvers<readonly (string | Promise<string>)[]>[] = []
  const ask = gather(
    async (items: readonly string[]) => {
      batches.push([...items])
      const answer = Promise.withResolvers<readonly (string | Promise<string>)[]>()
      answers.push(answer)
      return answer.promise
    },
    { most, patienceMs: 1_000 },
  )
  return { batches, answers, ask }
}

test('what comes in one turn, or while others are handled, goes together', async () => {
  const { batches, answers, ask } = noting(10)
  const first = [ask('a'), ask('b')]
  await turn()
  const second = [ask('c'), ask('d')]
  await turn()
  expect(batches).toEqual([['a', 'b']])
  answers[0]?.resolve(['A', 'B'])
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  await turn()
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  answers[1]?.resolve(['C', 'D'])
  expect(await Promise.all(second)).toEqual(['C', 'D'])
})

test('no more than so many go together, and none is left behind', async () => {
  const { batches, answers, ask } = noting(2)
  const all = Promise.all([ask('a'), ask('b'), ask('c')])
  await turn()
  answers[0]?.resolve(['A', 'B'])
  await turn()
  answers[1]?.resolve(['C'])
  expect(await all).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a', 'b'], ['c']])
  const late = ask('d')
  await turn()
  answers[2]?.resolve(['D'])
  expect(await late).toBe('D')
})

test('a failure is all of theirs, and of nobody after them', async () => {
  const { answers, ask } = noting(10)
  const first = Promise.allSettled([ask('a'), ask('b')])
  await turn()
  const second = ask('c')
  answers[0]?.reject(new Error('broken'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  answers[1]?.resolve(['C'])
  expect(await second).toBe('C')
})

test('one that takes longer holds up neither the others nor what comes next', async () => {
  const { answers, ask } = noting(10)
  const slow = Promise.withResolvers<string>()
  const [a, b] = [ask('a'), ask('b')]
  await turn()
  answers[0]?.resolve([slow.promise, 'B'])
  expect(await b).toBe('B')
  const c = ask('c')
  await turn()
  answers[1]?.resolve(['C'])
  expect(await c).toBe('C')
  slow.resolve('A')
  expect(await a).toBe('A')
})

test('those that never end hold up what comes next for a second', async () => {
  const { batches, answers, ask } = noting(10)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    void ask('stuck')
    await turn()
    const next = ask('next')
    await vi.advanceTimersByTimeAsync(999)
    expect(batches).toEqual([['stuck']])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches).toEqual([['stuck'], ['next']])
    answers[1]?.resolve(['N'])
    expect(await next).toBe('N')
  } finally {
    vi.useRealTimers()
  }
})
