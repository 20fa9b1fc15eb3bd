import { fittingRows } from './search.ts'

/** What the page asks: which of these rows fit. */
export interface PatternAsk {
  pattern: string
  rows: readonly (readonly string[])[]
}

/** `ready` once, and then the places of the rows that fit, one answer for each question. */
export type PatternAnswer = 'ready' | number[]

/** The worker's own side of things, as the page's types do not know it. */
const page = globalThis as unknown as {
  postMessage: (answer: PatternAnswer) => void
  onmessage: (event: MessageEvent<PatternAsk>) => void
}

page.onmessage = ({ data: { pattern, rows } }) => {
  page.postMessage(fittingRows(rows, pattern))
}
page.postMessage('ready')
