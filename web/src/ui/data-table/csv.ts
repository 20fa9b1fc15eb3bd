import { asString, download, generateCsv, mkConfig } from 'export-to-csv'

type CsvCell = string | number

export interface CsvOptions {
  /** Without its extension. */
  filename?: string
  fieldSeparator?: string
  /** Put around every text; empty for none. */
  quote?: string
  decimalSeparator?: string
  /** The first line, if it is shown. */
  title?: string
  showTitle?: boolean
  /** False leaves out the line of headers. */
  showLabels?: boolean
  byteOrderMark?: boolean
  headers: readonly string[]
}

const defaults = {
  filename: 'generated',
  fieldSeparator: ',',
  quote: '"',
  decimalSeparator: '.',
  title: 'My Generated Report',
  showTitle: false,
  showLabels: true,
  byteOrderMark: true,
}

/** Returns rows as CSV, with one cell for each header. Without rows, logs an error and returns null. */
export function csvText(rows: readonly (readonly CsvCell[])[], options: CsvOptions): string | null {
  if (rows.length === 0) {
    console.error('Invalid data')
    return null
  }
  const { headers, quote } = { ...defaults, ...options }
  const shaped = (cell: CsvCell) => (typeof cell === 'string' ? doubled(harmless(cell), quote) : cell)
  const records = rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(at), shaped(cell)])))
  const columnHeaders = headers.map((header, at) => ({
    key: String(at),
    displayLabel: String(shaped(header)),
  }))
  return asString(generateCsv({ ...configOf(options), columnHeaders })(records))
}

/** Saves rows as a CSV file. Returns false if there was nothing to export. */
export function downloadCsv(rows: readonly (readonly CsvCell[])[], options: CsvOptions): boolean {
  const text = csvText(rows, options)
  if (text === null) return false
  download(configOf(options))(text as unknown as Parameters<ReturnType<typeof download>>[0])
  return true
}

function configOf(options: CsvOptions) {
  const { filename, fieldSeparator, quote, decimalSeparator, title, showTitle, showLabels, byteOrderMark } = {
    ...defaults,
    ...options,
  }
  return mkConfig({
    filename,
    fieldSeparator,
    quoteStrings: quote !== '',
    quoteCharacter: quote || '"',
    decimalSeparator,
    title: harmless(title),
    showTitle,
    showColumnHeaders: showLabels,
    useBom: byteOrderMark,
  })
}

/** Defuses text that a spreadsheet would run as a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** The library itself only doubles the double quote. */
function doubled(text: string, quote: string): string {
  return quote === '' || quote === '"' ? text : text.replaceAll(quote, quote + quote)
}
