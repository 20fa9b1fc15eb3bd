// npm run mutate: makes each small change to rules, policies and visibility, and counts those that no test notices.
// npm run mutate -- contract/src/features/playdates/playdates.rules.ts    only these files
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'

const root = resolve(import.meta.dirname, '..')
/** Minimum percentage of mutants that tests must notice. */
const lowest = 85
const noticed = new Set(['Killed', 'Timeout'])
const missed = new Set(['Survived', 'NoCoverage'])

const mutated = [
  '{contract,server}/src/**/*.rules.ts',
  'server/src/**/*.policy.ts',
  'server/src/features/visibility/*.db.ts',
]

/** Tests of other features that also cover a feature's decisions. */
const othersThatLook: Record<string, string[]> = {
  chat: ['server/src/features/playdates/replacements/replacements.test.ts'],
  groups: ['server/src/features/groups/memberships/*.test.ts'],
  auth: ['server/test/authorization.test.ts'],
  'crash-reports': ['server/test/authorization.test.ts'],
  caregivers: ['server/src/features/onboarding/onboarding.test.ts', 'server/test/authorization.test.ts'],
  children: [
    'server/src/features/caregivers/*.test.ts',
    'server/src/features/onboarding/onboarding.test.ts',
    'server/src/features/erasure/erasure.test.ts',
  ],
  notifications: ['server/src/features/broadcasts/broadcasts.test.ts'],
  playdates: ['caregivers', 'playdates/replacements', 'playdates/asks', 'playdates/spots'].map(
    (name) => `server/src/features/${name}/*.test.ts`,
  ),
  standing: ['server/src/features/safety/inbox/decide.test.ts'],
  overview: ['server/src/features/caregivers/*.test.ts'],
  visibility: ['chat', 'files', 'groups', 'children', 'safety/inbox', 'safety/reports', 'safety/blocks'].map(
    (name) => `server/src/features/${name}/*.test.ts`,
  ),
}

const all = globSync(mutated, { cwd: root }).sort()
const asked = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const unknown = asked.filter((path) => !all.includes(path))
if (unknown.length > 0) {
  console.error(`Not mutated: ${unknown.join(', ')}. Mutated are ${mutated.join(', ')}.`)
  process.exit(1)
}

const results: MutantResult[] = []
for (const [folder, files] of Object.entries(Object.groupBy(asked.length > 0 ? asked : all, dirname))) {
  const tests = testsFor(folder)
  if (tests.length === 0) {
    console.log(`       – ${folder}: no test stands beside it`)
    continue
  }
  const found = await mutate(files ?? [], tests)
  for (const file of files ?? []) print(file, found)
  results.push(...found)
}
console.log(`${score(results)} all`)
if (percentOf(results) < lowest) {
  console.error(`Below ${lowest} %.`)
  process.exitCode = 1
}

function testsFor(folder: string): string[] {
  const others = folder.startsWith('server/') ? (othersThatLook[basename(folder)] ?? []) : []
  const found = globSync([`${folder}/*.test.ts`, ...others], { cwd: root })
  return found.filter((path) => !path.includes('.stress.'))
}

function mutate(files: string[], testFiles: string[]): Promise<MutantResult[]> {
  return new Stryker({
    mutate: files,
    testFiles,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/*', resolve(root, 'scripts/mutate-texts.ts')],
    ignorers: ['texts'],
    vitest: { related: false },
    coverageAnalysis: 'perTest',
    // Code that runs once when its module is loaded: the runner can't mutate it in time.
    ignoreStatic: true,
    concurrency: 1,
    // Long enough that a busy machine doesn't count as a timeout, short enough to catch endless loops.
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['progress-append-only'],
    // Cast, since the enum exists only for the compiler.
    logLevel: 'warn' as LogLevel,
    tempDirName: '.test/mutate',
    ignorePatterns: ['/.test', '/.data', '/test-results', '/web/dist'],
    // Type errors are found by other checks, so files needn't be changed to suppress them.
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest()
}

function print(file: string, mutants: readonly MutantResult[]): void {
  const own = mutants.filter(({ fileName }) => relative(root, fileName) === file)
  console.log(`${score(own)} ${file}`)
  for (const mutant of own.filter(({ status }) => missed.has(status)))
    console.log(`         ${lineOf(file, mutant)}`)
}

function score(mutants: readonly MutantResult[]): string {
  return `${percentOf(mutants).toFixed(1)} %`.padStart(8)
}

function percentOf(mutants: readonly MutantResult[]): number {
  const found = mutants.filter(({ status }) => noticed.has(status)).length
  const counted = found + mutants.filter(({ status }) => missed.has(status)).length
  return counted === 0 ? 100 : (found / counted) * 100
}

/** `41: each > 0 → each >= 0` */
function lineOf(file: string, { location: { start, end }, replacement, status }: MutantResult): string {
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
  const part = lines.slice(start.line - 1, end.line)
  const last = part.length - 1
  part[last] = (part[last] ?? '').slice(0, end.column - 1)
  part[0] = (part[0] ?? '').slice(start.column - 1)
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 70)
  const why = status === 'NoCoverage' ? '  (no test comes by)' : ''
  return `${start.line}: ${short(part.join('\n'))} → ${short(replacement ?? '')}${why}`
}
