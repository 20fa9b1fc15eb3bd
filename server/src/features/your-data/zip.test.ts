import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unzip } from '#test/unzip.ts'
import { zipOf } from './zip.ts'

const now = new Date('2026-12-01T09:00:00Z')
const noise = randomBytes(65_536)

test('a zip reads its files no faster than it is taken, and stops reading when it ends', {
  tags: ['SAFE-77'],
}, async () => {
  let [made, isOver] = [0, false]
  async function* big() {
    try {
      for (; made < 10_000; made += 1) yield noise
    } finally {
      isOver = true
    }
  }
  async function* never() {
    yield 'x'
    throw new Error('the next one was begun')
  }
  const zip = zipOf(
    [
      { name: 'big', content: big(), compress: true },
      { name: 'next', content: never(), compress: true },
    ],
    now,
  )
  for (let taken = 0; taken < 3; taken += 1) await zip.next()
  for (let turns = 0; turns < 1_000; turns += 1) await turn()
  expect(made).toBeLessThan(30)
  await zip.return(undefined)
  await expect.poll(() => isOver).toBe(true)
  expect(made).toBeLessThan(40)
})

test('a file that fails fails the zip', { tags: ['SAFE-77'] }, async () => {
  async function* broken() {
    yield 'begun'
    throw new Error('gone')
  }
  const zip = zipOf([{ name: 'broken', content: broken(), compress: true }], now)
  await expect(buffer(zip)).rejects.toThrow('gone')
})

test('a zip holds the files that were put in, compressed or not', { tags: ['SAFE-77'] }, async () => {
  async function* once(text: string) {
    yield text
  }
  async function* nothing() {}
  const files = [
    { name: 'a.txt', content: once('ñandú'), compress: true },
    { name: 'photos/1.webp', content: once('bytes'), compress: false },
    { name: 'empty', content: nothing(), compress: true },
  ]
  const found = unzip(await buffer(zipOf(files, now)))
  expect([...found].map(([name, content]) => [name, String(content)])).toEqual([
    ['a.txt', 'ñandú'],
    ['photos/1.webp', 'bytes'],
    ['empty', ''],
  ])
})
