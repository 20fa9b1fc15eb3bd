import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Breach, line } from './check/breach.ts'
import { checkBrowsers } from './check/browsers.ts'
import { checkAuthorised, checkEndpoints, checkSql } from './check/endpoints.ts'
import { checkFolders } from './check/folders.ts'
import { checkImports } from './check/imports.ts'
import { checkNames, checkWireIds } from './check/names.ts'
import { checkOpenApi, readOpenApi } from './check/openapi.ts'
import { checkScreens } from './check/screens.ts'
import { isCode, readSources, type Source } from './check/sources.ts'
import { checkTags, parseRows } from './check/tags.ts'
import { checkTexts } from './check/texts.ts'
import { checkUnused } from './check/unused.ts'

const root = resolve(import.meta.dirname, '..')
const started = performance.now()
const sources = readSources(root)
const breaches = [...sourceChecks(sources), ...(await slowChecks(sources))]

const lines = [...new Set(breaches.map(line))].sort()
for (const text of lines) console.log(text)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`check: ${sources.length} files, ${lines.length || 'no'} breaches, ${seconds} s`)
process.exitCode = lines.length > 0 ? 1 : 0

function sourceChecks(files: readonly Source[]): Breach[] {
  const rows = parseRows(readFileSync(resolve(root, 'docs/requirements.tsv'), 'utf8'))
  return [
    ...checkFolders(files),
    ...checkEndpoints(files),
    ...checkAuthorised(files),
    ...checkSql(files),
    ...checkNames(files),
    ...checkWireIds(files),
    ...checkTags(files, rows),
    ...checkTexts(files),
    ...checkScreens(files),
    ...checkBrowsers(files),
  ]
}

async function slowChecks(files: readonly Source[]): Promise<Breach[]> {
  const code = files
    .map(({ path }) => path)
    .filter((path) => isCode(path) && /^(?:contract|server|web)\//.test(path))
  const openApi = await readOpenApi(root, code)
  return (await Promise.all([checkImports(root, code), checkUnused(root), checkOpenApi(openApi)])).flat()
}
