/** Signs that mean something in a pattern. Without any of them pattern and plain text are the same. */
const special = /[\\^$.*+?()[\]{}|]/

export function isPattern(text: string): boolean {
  return special.test(text)
}

/** Without case; null where the text is no valid pattern. */
export function patternOf(text: string): RegExp | null {
  try {
    return new RegExp(text, 'i')
  } catch {
    return null
  }
}

/**
 * The places of the rows of which a cell fits the pattern, or has its text as it is: 'ann+b@example.org' is a valid one.
 * Run it where it may take as long as it likes.
 */
export function fittingRows(rows: readonly (readonly string[])[], text: string): number[] {
  const [pattern, holds] = [patternOf(text), holding(text)]
  return placesWhere(rows, (cell) => pattern?.test(cell) || holds(cell))
}

/** The same for plain text, without case. */
export function rowsWithText(rows: readonly (readonly string[])[], text: string): number[] {
  return placesWhere(rows, holding(text))
}

function holding(text: string): (cell: string) => boolean {
  const wanted = text.toLowerCase()
  return (cell) => cell.toLowerCase().includes(wanted)
}

function placesWhere(rows: readonly (readonly string[])[], fits: (cell: string) => boolean): number[] {
  return rows.flatMap((cells, at) => (cells.some(fits) ? [at] : []))
}
