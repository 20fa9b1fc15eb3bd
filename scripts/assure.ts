// npm run assure: runs the stress tests at their full figures, and prints a table of their results at the end.
// npm run assure -- fuzz    only those with that name
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'

const word = process.argv[2]
const found: string[] = []

const [tests, specs] = [files('{contract,server,web}/**/*.stress.test.ts'), files('e2e/*.stress.spec.ts')]
if (tests.length + specs.length === 0) throw new Error(`There is no stress test ${word}.`)
const unit =
  tests.length > 0
    ? await run(['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...tests])
    : 0
const browser = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--workers=1',
]
const journeys = specs.length > 0 ? await run([...browser, ...specs]) : 0
console.log('\n| stress test | figures |\n|---|---|')
for (const line of found) console.log(`|${line}`)
process.exitCode = unit || journeys

/** Returns paths, as Vitest and Playwright take them. */
function files(pattern: string): string[] {
  const all = globSync(pattern, { exclude: ['**/node_modules/**'] })
  return all.filter((path) => word === undefined || basename(path).startsWith(`${word}.stress.`)).sort()
}

function run(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ASSURE: '1', NO_COLOR: '1' }
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, row] = line.split('ASSURED |')
      if (row) found.push(row)
      else console.log(line)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
