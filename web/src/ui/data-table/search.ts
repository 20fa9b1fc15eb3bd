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

/** The places of the rows of which a cell fits. Run it where it may take as long as it likes. */
export function fittingRows(rows: readonly (readonly string[])[], pattern: RegExp): number[] {
  return placesWhere(rows, (cell) => pattern.test(cell))
}

/** The same for plain text, without case. */
export function rowsWithText(rows: readonly (readonly string[])[], text: string): number[] {
  const wanted = text.toLowerCase()
  return placesWhere(rows, (cell) => cell.toLowerCase().includes(wanted))
}

function placesWhere(rows: readonly (readonly string[])[], fits: (cell: string) => boolean): number[] {
  return rows.flatMap((cells, at) => (cells.some(fits) ? [at] : []))
}
