import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingFrom, platformOf } from './lock.ts'

const root = resolve(import.meta.dirname, '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tagalong-lock-'))
  const files = ['', 'contract/', 'server/', 'web/'].map((each) => `${each}package.json`)
  for (const file of [...files, 'package-lock.json']) cpSync(join(root, file), join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the lock file contains the binaries of every platform: if not, npm run lock', () => {
  expect(missingFrom(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))).toEqual([])
})

test('npm ci accepts the lock file, without asking the registry', () => {
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('an optional dependency counts only if its package finds it', () => {
  const optionalDependencies = { 'cli-linux-x64': '1.0.0', 'cli-win32-x64': '1.0.0' }
  const packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/cli': { version: '1.0.0', dev: true, optionalDependencies },
    'node_modules/a/node_modules/cli-linux-x64': { version: '1.0.0' },
    'node_modules/b/node_modules/cli-win32-x64': { version: '1.0.0' },
  }
  const missing = [{ name: 'cli-win32-x64', version: '1.0.0', isDev: true }]
  expect(missingFrom({ packages })).toEqual(missing)
  const atTheRoot = { ...packages, 'node_modules/cli-win32-x64': { version: '1.0.0' } }
  expect(missingFrom({ packages: atTheRoot })).toEqual([])
})

test.each([
  ['@biomejs/cli-linux-arm64-musl@2.6.8', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf@0.156.0', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@swc/core-win32-ia32-msvc@1.16.22', { os: ['win32'], cpu: ['ia32'] }],
])('the name of %s tells its platform', (spec, platform) => {
  expect(platformOf(spec)).toEqual(platform)
})
