import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireAppLock, readHolder } from '#cluster/app-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a data folder can be claimed by only one holder at a time', () => {
  const dataDir = join(folder, 'not/yet/there')
  const lock = acquireAppLock(dataDir, 'starting')
  expect(acquireAppLock(dataDir, 'starting')).toBeUndefined()
  lock?.release()
  const next = acquireAppLock(dataDir, 'starting')
  expect(next).toBeDefined()
  next?.release()
})

test('the lock of a data folder shows its holder’s process, state and address', () => {
  const lock = acquireAppLock(folder, 'starting')
  expect(readHolder(folder)).toEqual({ pid: process.pid, state: 'starting' })
  lock?.announce('listening', 'http://localhost:3000')
  expect(readHolder(folder)).toEqual({ pid: process.pid, state: 'listening', url: 'http://localhost:3000' })
  lock?.release()
  expect(readHolder(folder)).toBeUndefined()
})

test('a lock left behind by a dead process is ignored', () => {
  // Linux numbers processes up to 4194304.
  writeFileSync(join(folder, 'app.json'), '{"pid":4194305,"state":"listening"}')
  writeFileSync(join(folder, 'app.lock'), '')
  expect(readHolder(folder)).toBeUndefined()
  const lock = acquireAppLock(folder, 'starting')
  expect(lock).toBeDefined()
  lock?.release()
})

test('a path that can’t be the data folder is refused by name', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => acquireAppLock(file, 'starting')).toThrow(`${file} can't be used as the data folder`)
})
