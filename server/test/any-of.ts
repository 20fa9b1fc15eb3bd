import fc from 'fast-check'

/** Picks one of these words, each as often as its weight says. */
export function anyOf<Word extends string>(weights: Record<Word, number>): fc.Arbitrary<Word> {
  const words = Object.entries<number>(weights) as [Word, number][]
  return fc.oneof(...words.map(([word, weight]) => ({ weight, arbitrary: fc.constant(word) })))
}
