import fc from 'fast-check'

/** Any of these words, each as often as it weighs. */
export function anyOf<Word extends string>(weights: Record<Word, number>): fc.Arbitrary<Word> {
  const words = Object.entries<number>(weights) as [Word, number][]
  return fc.oneof(...words.map(([word, weight]) => ({ weight, arbitrary: fc.constant(word) })))
}
