/** Characters with a meaning in patterns. Without any of them, a pattern is plain text. */
const special = /[\\^$.*+?()[\]{}|]/

export function isPattern(text: string): boolean {
  return special.test(text)
}

/** Returns the text as a pattern that ignores case; null if it is invalid. */
export function patternOf(text: string): RegExp | null {
  try {
    return new RegExp(text, 'i')
  } catch {
    return null
  }
}

/**
 * Returns the indexes of rows with a cell that matches the pattern or contains its text literally, since
 * 'ann+b@example.org' is a valid pattern too. Run it where it may take long.
 */
export function fittingRows(rows: readonly (readonly string[])[], text: string): number[] {
  const [pattern, holds] = [patternOf(text), holding(text)]
  return placesWhere(rows, (cell) => pattern?.test(cell) || holds(cell))
}

/** Returns the indexes of rows with a cell that contains the text, ignoring case. */
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
