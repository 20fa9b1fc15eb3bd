import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseFolders, mayUse, nobody, systemFolder } from '#cluster/embedded-location.ts'

const dataDir = '/home/someone/tagalong/.data'
const native = '/home/someone/tagalong/node_modules/postgres/native'
const from = { dataDir, native, version: '18.4.0' }

test('for an ordinary user everything is in the checkout, whatever its file modes', () => {
  expect(chooseFolders({ ...from, runAs: undefined, mayUse: () => false })).toEqual({ home: dataDir, native })
})

test('for root everything is in the checkout if the Postgres user can enter it', () => {
  expect(chooseFolders({ ...from, runAs: nobody, mayUse: () => true })).toEqual({ home: dataDir, native })
})

test('for root everything is under /var/lib if the Postgres user can’t enter the checkout', () => {
  const chosen = chooseFolders({ ...from, runAs: nobody, mayUse: () => false })
  expect(chosen.home).toMatch(new RegExp(`^${systemFolder}/[0-9a-f]{12}$`))
  expect(chosen.native).toBe(`${systemFolder}/postgres-18.4.0`)
  const elsewhere = chooseFolders({ ...from, dataDir: '/elsewhere', runAs: nobody, mayUse: () => false })
  expect(elsewhere.home).not.toBe(chosen.home)
})

test('data and binaries are placed independently of each other', () => {
  const chosen = chooseFolders({ ...from, runAs: nobody, mayUse: (path) => path === dataDir })
  expect(chosen).toEqual({ home: dataDir, native: `${systemFolder}/postgres-18.4.0` })
})

test('one closed folder in the path keeps a user out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runtime-'))
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  chmodSync(inner, 0o755)
  chmodSync(folder, 0o711)
  expect(mayUse(inner, nobody)).toBe(true)
  chmodSync(folder, 0o700)
  expect(mayUse(inner, nobody)).toBe(false)
  rmSync(folder, { recursive: true })
})
