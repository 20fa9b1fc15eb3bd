// npm run assure: the big drills at their full figures, and a table of what they found at the end.
//   npm run assure -- fuzz    those whose file name holds that word
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const word = process.argv[2] ?? 'drill'
const found: string[] = []

const unit = await run(['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files('test')])
const journeys = await run([
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--workers=1',
  '--pass-with-no-tests',
  ...files('spec'),
])
console.log('\n| drill | figures |\n|---|---|')
for (const line of found) console.log(`|${line}`)
process.exitCode = unit || journeys

/** Vitest and Playwright take parts of file names. */
function files(kind: 'test' | 'spec'): string[] {
  return word === 'drill' ? [`.drill.${kind}`] : [`${word}.drill.${kind}`]
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
