import { fittingRows } from './search.ts'

/** The page's question: which of these rows match the pattern. */
export interface PatternAsk {
  pattern: string
  rows: readonly (readonly string[])[]
}

/** `ready` once, and then the indexes of matching rows, one answer for each question. */
export type PatternAnswer = 'ready' | number[]

/** The worker's global scope, which the page's types don't know. */
const page = globalThis as unknown as {
  postMessage: (answer: PatternAnswer) => void
  onmessage: (event: MessageEvent<PatternAsk>) => void
}

page.onmessage = ({ data: { pattern, rows } }) => {
  page.postMessage(fittingRows(rows, pattern))
}
page.postMessage('ready')
