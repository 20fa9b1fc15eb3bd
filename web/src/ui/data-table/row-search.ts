import type { PatternAnswer, PatternAsk } from './pattern-worker.ts'
import { isPattern, patternOf, rowsWithText } from './search.ts'

/** How long a pattern may take for a portion of rows. Milliseconds. */
const timeoutMs = 100
const portion = 1_000
/** A second try, since a busy machine may have delayed a good pattern. */
const maxTries = 2

/** `invalid` and `slow` patterns were searched as plain text. */
export interface FoundRows<Row> {
  rows: Row[]
  mode: 'pattern' | 'plain' | 'invalid' | 'slow'
}

/**
 * Searches rows without blocking the page: patterns run in a worker, which is terminated if it takes too long.
 *
 * @param textsOf the texts of a row's cells
 */
export async function searchRows<Row>(
  rows: readonly Row[],
  text: string,
  textsOf: (row: Row) => readonly string[],
  signal: AbortSignal,
): Promise<FoundRows<Row>> {
  const plainly = async (mode: FoundRows<Row>['mode']) => ({
    rows: await eachPortion(rows, textsOf, signal, (texts) => rowsWithText(texts, text)),
    mode,
  })
  if (!isPattern(text)) return plainly('plain')
  if (patternOf(text) === null) return plainly('invalid')
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await byPattern(rows, text, textsOf, signal)
    if (found) return { rows: found, mode: 'pattern' }
  }
  return plainly('slow')
}

/** Returns null if the pattern took too long. */
async function byPattern<Row>(
  rows: readonly Row[],
  pattern: string,
  textsOf: (row: Row) => readonly string[],
  signal: AbortSignal,
): Promise<Row[] | null> {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
  const end = () => worker.terminate()
  signal.addEventListener('abort', end)
  try {
    await answerOf(worker, null, signal)
    return await eachPortion(rows, textsOf, signal, async (texts) => {
      const places = await answerOf(worker, { pattern, rows: texts }, signal)
      if (places === 'late') throw tooSlow
      return places as number[]
    })
  } catch (error) {
    if (error === tooSlow) return null
    throw error
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

const tooSlow = new Error('The pattern takes too long')

async function eachPortion<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly string[],
  signal: AbortSignal,
  search: (texts: (readonly string[])[]) => number[] | Promise<number[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start < rows.length; start += portion) {
    // Between portions the page can paint and handle keys.
    if (start > 0) await nextTask()
    signal.throwIfAborted()
    const some = rows.slice(start, start + portion)
    for (const at of await search(some.map(textsOf))) found.push(some[at] as Row)
  }
  return found
}

/**
 * Returns the worker's next answer, or 'late' if it takes too long. Without `ask`, waits for its start without a limit.
 */
function answerOf(
  worker: Worker,
  ask: PatternAsk | null,
  signal: AbortSignal,
): Promise<PatternAnswer | 'late'> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<PatternAnswer>) => {
      if (data !== 'begun') return resolve(data)
      // Counted from here, as the worker may have waited for a busy processor.
      // Twice, so that an answer that arrived while the page was busy is handled first.
      setTimeout(() => setTimeout(() => resolve('late')), timeoutMs)
    }
    worker.onerror = () => reject(new Error('The search could not start'))
    if (ask) worker.postMessage(ask)
  })
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
