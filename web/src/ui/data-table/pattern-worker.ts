import { fittingRows } from './search.ts'

/** The page's question: which of these rows match the pattern. */
export interface PatternAsk {
  pattern: string
  rows: readonly (readonly string[])[]
}

/** `ready` once; then, for each question, `begun` and the indexes of matching rows. */
export type PatternAnswer = 'ready' | 'begun' | number[]

/** The worker's global scope, which the page's types don't know. */
const page = globalThis as unknown as {
  postMessage: (answer: PatternAnswer) => void
  onmessage: (event: MessageEvent<PatternAsk>) => void
}

page.onmessage = ({ data: { pattern, rows } }) => {
  page.postMessage('begun')
  page.postMessage(fittingRows(rows, pattern))
}
page.postMessage('ready')
