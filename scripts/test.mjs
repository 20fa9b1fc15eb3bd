// npm test: runs all checks and tests with one summary, on a bare clone too.
// npm test -- --only=unit,e2e    only these stages: types lint check build unit e2e
// npm test -- PLAY-54            tests of that row, or else tests with that text in their title
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureCalendarPrograms } from './calendar-programs.mjs'
import { ensureChromium } from './chromium.mjs'
import { pinnedNode, root } from './install.mjs'
import { ensureTool } from './programs.mjs'
import { ofTheApp } from './settings.mjs'
import { findWebKit } from './webkit.mjs'
import { main } from './with-node.mjs'

const reports = join(root, '.test')
const unitReport = join(reports, 'unit.json')
const journeyReport = join(reports, 'e2e.json')

const options = process.argv.slice(2)
const only = options
  .find((each) => each.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const filter = options.filter((each) => !each.startsWith('--')).join(' ')
const isRow = /^[A-Z]+-\d+$/.test(filter)

/** In this order; `needs` names stages that must have passed, since the stage would only repeat their failures. */
const stages = [
  { name: 'types', run: types },
  {
    name: 'lint',
    run: () => tool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings']),
  },
  { name: 'check', run: () => node(['scripts/check.ts']) },
  { name: 'build', run: () => node(['scripts/build.ts']) },
  { name: 'unit', run: unit, counted: unitCounts },
  { name: 'e2e', run: journeys, counted: journeyCounts, needs: 'build' },
]
const known = stages.map(({ name }) => name)
/** A run for single tests skips the other stages. */
const chosen = only ?? (filter ? ['build', 'unit', 'e2e'] : known)

const withoutWebKit =
  'WebKit is not installed, so its two journeys were skipped: npm run browsers installs it'

const done = new Map()
const running = new Set()
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

await main(async () => {
  const unknown = chosen.filter((each) => !known.includes(each))
  if (unknown.length > 0) {
    console.error(`No such stage: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
    return 1
  }
  const browser = chosen.includes('e2e') ? found(ensureChromium) : undefined
  const programs = chosen.includes('unit')
    ? [
        ensureCalendarPrograms,
        () => ensureTool('redis'),
        () => ensureTool('promtool'),
        () => ensureTool('systemdAnalyze'),
      ].map((ensure) => found(ensure))
    : []
  if (browser === null || programs.includes(null)) return 1
  mkdirSync(reports, { recursive: true })
  for (const file of [unitReport, journeyReport]) rmSync(file, { force: true })
  // For two cores: stages that use one run side by side, the two that use both run alone.
  await stage('types')
  await Promise.all([stage('build'), stage('lint').then(() => stage('check'))])
  await stage('unit', { live: true })
  await stage('e2e', { live: true })
  return summary()
})

function found(ensure) {
  try {
    return ensure()
  } catch (error) {
    console.error(error.message)
    return null
  }
}

async function stage(name, { live = false } = {}) {
  const { run, needs } = stages.find((each) => each.name === name)
  if (!chosen.includes(name)) return
  const missing = stopped ? 'it was stopped' : needs && done.get(needs)?.ok === false && `${needs} failed`
  if (missing) {
    done.set(name, { ok: false, seconds: 0, note: `not run, since ${missing}` })
    return
  }
  const started = performance.now()
  if (live) console.log(`\n── ${name} ──`)
  const { code, output } = await run({ live })
  const seconds = (performance.now() - started) / 1000
  const note = name === 'e2e' && !findWebKit() ? withoutWebKit : undefined
  done.set(name, { ok: code === 0, seconds, note })
  if (!live) console.log(`\n── ${name} ──\n${output.trim() || 'ok'}`)
  console.log(`── ${name} ${code === 0 ? 'ok' : `failed (exit code ${code})`}, ${seconds.toFixed(1)} s`)
}

/** Checks the projects two at a time. The service worker is its own project, since it has other globals than pages. */
async function types() {
  const waiting = ['contract', 'server', 'web', 'web/src/sw', 'e2e', 'bench']
  const results = []
  const next = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      results.push(await node(['node_modules/typescript/bin/tsc', '-p', project, '--pretty', 'false']))
    }
  }
  await Promise.all([next(), next()])
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join(''),
  }
}

function unit({ live }) {
  const titled = isRow ? ['--tagsFilter', filter] : filter ? ['-t', filter] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  // Otherwise Vitest colours output even into a file if CI is set.
  const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' }
  return tool('vitest/vitest.mjs', ['run', ...reporters, ...titled], { live, env: plain })
}

function journeys({ live }) {
  const titled = isRow ? ['-g', `@${filter}(?!\\d)`] : filter ? ['-g', filter] : []
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...titled]
  return tool('@playwright/test/cli.js', args, { live })
}

function tool(path, args, how) {
  return node([join('node_modules', path), ...args], how)
}

/** Runs a file on the pinned Node. Live output is passed through; other output is kept for later. */
function node(args, { live = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const child = spawn(pinnedNode, args, { cwd: root, env: { ...environment(), ...env }, stdio })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

function environment() {
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheApp.test(name)))
  const path = [join(root, 'node_modules/.bin'), rest.PATH ?? ''].join(delimiter)
  return { ...rest, PATH: path, CI: rest.CI || 'true' }
}

/** Lets the running stages end in their own way, skips the rest, and says so in the summary. */
function stop(signal) {
  stopped = true
  for (const child of running) child.kill(signal)
}

function summary() {
  console.log('\n── summary ──')
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, counted } of stages) {
    const result = done.get(name)
    if (!result) continue
    const { ok, seconds, note } = result
    console.log(
      `${name.padEnd(6)} ${ok ? 'ok    ' : 'failed'} ${seconds.toFixed(1).padStart(6)} s${note ? `  ${note}` : ''}`,
    )
    if (!counted) continue
    const counts = read(counted)
    // A stage that stopped before its first test has failed, too.
    if (!ok && counts.failed === 0) counts.failed = 1
    for (const key of Object.keys(total)) total[key] += counts[key] ?? 0
  }
  const skipped = total.skipped > 0 && !filter ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  return [...done.values()].every(({ ok }) => ok) ? 0 : 1
}

function read(counted) {
  try {
    return counted()
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function unitCounts() {
  const report = JSON.parse(readFileSync(unitReport, 'utf8'))
  // A file that couldn't be loaded has no tests to count.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function journeyCounts() {
  const { stats, errors } = JSON.parse(readFileSync(journeyReport, 'utf8'))
  const failed = stats.unexpected + (stats.unexpected === 0 && errors.length > 0 ? 1 : 0)
  return { passed: stats.expected, failed, skipped: stats.skipped }
}
