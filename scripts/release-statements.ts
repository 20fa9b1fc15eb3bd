// npm run db:release: stores this release's statements, so that the next release's migrations can be checked against
// them. Run it when making a release, after its last migration.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrationNames } from '../server/src/db/migrate.ts'
import { shapeOf } from '../server/test/statements.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'statements-'))
const file = join(folder, 'statements')
const tests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'server',
  'server/src',
  'server/test/*.test.ts',
]
const { status } = spawnSync(process.execPath, tests, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, RECORD_STATEMENTS: file },
})
if (status !== 0) throw new Error('A test failed: what it would have asked is missing.')
const byShape = new Map<string, string>()
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const text = JSON.parse(line) as string
  const shape = shapeOf(text)
  const known = byShape.get(shape)
  // The shortest of each shape, so that the file is the same after every run.
  if (known === undefined || text.length < known.length) byShape.set(shape, text)
}
const statements = [...byShape.values()].sort()
const release = { migration: (await migrationNames()).at(-1), statements }
writeFileSync(join(root, 'server/test/release.json'), `${JSON.stringify(release, null, 2)}\n`)
rmSync(folder, { recursive: true })
console.log(`${statements.length} statements as of ${release.migration}.`)
