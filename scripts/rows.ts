// npm run rows: prints how many requirements are tagged in a test, and how many aren't. npm run rows -- PLAY: one area
// in full.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSources } from './check/sources.ts'
import { parseRows, type Row, type TaggedTest, testsOf } from './check/tags.ts'

const root = resolve(import.meta.dirname, '..')
const rows = parseRows(readFileSync(resolve(root, 'docs/requirements.tsv'), 'utf8'))
const tests = testsOf(readSources(root))
const areas = [...new Set(rows.map(({ area }) => area))]
const asked = process.argv.slice(2).map((each) => each.toUpperCase())
const unknown = asked.filter((each) => !areas.includes(each))

if (unknown.length > 0) {
  console.error(`No such area: ${unknown.join(', ')}. There are ${areas.join(', ')}.`)
  process.exitCode = 1
} else if (asked.length > 0) {
  for (const area of asked) printArea(area)
} else {
  printAll()
}

function printAll(): void {
  for (const area of areas) {
    const own = rows.filter((row) => row.area === area)
    const unnamed = own.filter((row) => testsFor(row).length === 0)
    console.log(`${area.padEnd(8)} ${count(own, unnamed)}  ${missing(own, unnamed)}`)
  }
  const unnamed = rows.filter((row) => testsFor(row).length === 0)
  const components = rows.filter(({ isComponentOnly }) => isComponentOnly).length
  console.log(`${'all'.padEnd(8)} ${count(rows, unnamed)}  ${components} of them component only`)
}

function printArea(area: string): void {
  for (const row of rows.filter((each) => each.area === area)) {
    const named = testsFor(row)
    const where = row.isComponentOnly ? '  (component only)' : ''
    console.log(`${named.length > 0 ? '✓' : '–'} ${row.id}  ${row.requirement}${where}`)
    for (const { path, title } of named) console.log(`    ${path}: ${title}`)
  }
}

function testsFor(row: Row): TaggedTest[] {
  return tests.filter(({ ids }) => ids.includes(row.id))
}

function count(of: readonly Row[], unnamed: readonly Row[]): string {
  return `${of.length - unnamed.length}/${of.length}`.padStart(8)
}

function missing(of: readonly Row[], unnamed: readonly Row[]): string {
  if (unnamed.length === 0) return 'all named'
  if (unnamed.length === of.length) return 'none named'
  return `not named: ${ranges(unnamed.map(({ id }) => id.slice(id.indexOf('-') + 1))).join(' ')}`
}

/** 01 02 03 07 → 01–03 07 */
function ranges(numbers: readonly string[]): string[] {
  const runs: [first: string, last: string][] = []
  for (const each of numbers) {
    const run = runs.at(-1)
    if (run && Number(run[1]) === Number(each) - 1) run[1] = each
    else runs.push([each, each])
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`))
}
