import { expect, test } from 'vitest'
import { funFacts, nextFact } from './fun-facts.ts'

test('there are at least 12 facts, each with a lasting source', { tags: ['PLAY-59'] }, () => {
  expect(funFacts.length).toBeGreaterThanOrEqual(12)
  expect(new Set(funFacts.map(({ text }) => text())).size).toBe(funFacts.length)
  const lasting = /^https:\/\/(?:doi\.org\/10\.\d{4,}\/\S+|www\.(?:who\.int|cdc\.gov|ohchr\.org)\/\S+)$/
  for (const { url, source } of funFacts) {
    expect(url).toMatch(lasting)
    expect(source()).not.toBe('')
  }
})

test('every fact is shown before one repeats', { tags: ['PLAY-56', 'PLAY-59'] }, () => {
  const seen: number[] = []
  for (const _ of funFacts) seen.push(nextFact(seen, 0.999))
  expect(new Set(seen).size).toBe(funFacts.length)
  expect(funFacts[nextFact(seen, 0.5)]).toBeDefined()
})
