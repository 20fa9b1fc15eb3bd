import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkPages } from './budgets.ts'

let dist: string
const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Builds a page for the path, with scripts of that many incompressible bytes each. */
function build(path: string, scripts: readonly number[], contents = ''): void {
  dist = mkdtempSync(join(tmpdir(), 'tagalong-budgets-'))
  made.push(dist)
  mkdirSync(join(dist, 'assets'))
  const tags = scripts.map((bytes, at) => {
    writeFileSync(join(dist, `assets/${at}.js`), randomBytes(bytes))
    return `<link rel="modulepreload" href="/assets/${at}.js">`
  })
  writeFileSync(join(dist, 'page.html'), tags.join('') + contents)
  writeFileSync(join(dist, 'pages.json'), JSON.stringify({ en: { [path]: 'page.html' } }))
}

const excess = (sources: string[] = []) => checkPages(dist, () => sources).tooMuch

test('a page within its budget passes, and its costs are listed', () => {
  build('/login', [70_000, 5_000])
  const { lines, tooMuch } = checkPages(dist, () => ['src/main.tsx'])
  expect(tooMuch).toEqual([])
  expect(lines).toEqual([expect.stringMatching(/73\.\d KB .*\b3 {2}\/login$/)])
})

test('too many bytes of scripts, too large a page and too many files are each reported', {
  tags: ['TIME-93'],
}, () => {
  build('/login', [95_000])
  expect(excess()).toEqual([expect.stringContaining('/login loads')])
  build('/', [1], randomBytes(20_000).toString('base64'))
  expect(excess()).toEqual([expect.stringContaining('/ is a page of')])
  build('/', [1, 1, 1, 1, 1, 1, 1])
  expect(excess()).toEqual([expect.stringContaining('/ makes 8 requests')])
})

test('a library that the page does not need is reported', () => {
  build('/', [1])
  expect(excess(['node_modules/zod/v4/core/schemas.js'])).toEqual([expect.stringContaining('does not need')])
  expect(excess(['node_modules/@tanstack/query-core/query.js'])).toEqual([])
  build('/login', [1])
  expect(excess(['node_modules/@tanstack/query-core/query.js'])).toHaveLength(1)
})
