import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnv, rootFolder } from '#env.ts'
import { findSeal, keyFile, openSeal, type Seal } from './seal.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'seal-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const env = (more: Record<string, string> = {}) => readEnv({ DATA_DIR: dataDir, ...more })
const aKey = () => randomBytes(32).toString('base64')
const secret = Buffer.from('a secret of twenty b')
const DATABASE_URL = 'postgres://someone@db.example.org/tagalong'

function sealOf(more?: Record<string, string>): Seal {
  const seal = openSeal(env(more))
  if (!seal) throw new Error('no seal')
  return seal
}

describe('a sealed secret', () => {
  test('can be opened only with the same key and for the same thing', { tags: ['SAFE-91'] }, () => {
    const seal = sealOf()
    const sealed = seal.seal(secret, 'totp anna')
    expect(sealed.includes(secret)).toBe(false)
    expect(seal.open(sealed, 'totp anna')).toEqual(secret)
    expect(seal.open(sealed, 'totp ben')).toBeNull()
    expect(sealOf({ SEAL_KEY: aKey() }).open(sealed, 'totp anna')).toBeNull()
    expect(seal.seal(secret, 'totp anna')).not.toEqual(sealed)
  })

  test('can’t be opened if it was changed or cut anywhere', { tags: ['SAFE-91'] }, () => {
    const seal = sealOf()
    const sealed = seal.seal(secret, 'totp anna')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(seal.open(changed, 'totp anna')).toBeNull()
      expect(seal.open(sealed.subarray(0, at), 'totp anna')).toBeNull()
    }
  })
})

describe('the key', () => {
  test('is created once, beside the app’s own database, readable by this user alone', {
    tags: ['SAFE-91'],
  }, () => {
    expect(findSeal(env())).toBeNull()
    const sealed = sealOf().seal(secret, 'x')
    const file = keyFile(env())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = readFileSync(file, 'utf8')
    expect(sealOf().open(sealed, 'x')).toEqual(secret)
    expect(readFileSync(file, 'utf8')).toBe(kept)
  })

  test('is created by the next start if the first one ended while writing it', { tags: ['SAFE-91'] }, () => {
    const make = `(await import('#integrations/seal.ts')).openSeal({ dataDir: process.argv[1] })`
    // For this process, every disk is full.
    const { status, signal } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', make, dataDir],
      { cwd: join(rootFolder, 'server') },
    )
    expect([status, signal]).not.toEqual([0, null])
    const sealed = sealOf().seal(secret, 'x')
    expect(sealOf().open(sealed, 'x')).toEqual(secret)
    expect(readdirSync(dataDir)).toEqual(['seal.key'])
  })

  test('is the one in the environment, if set, and no file is created', { tags: ['SAFE-91'] }, () => {
    const SEAL_KEY = aKey()
    const sealed = sealOf({ SEAL_KEY }).seal(secret, 'x')
    expect(sealOf({ SEAL_KEY, DATABASE_URL }).open(sealed, 'x')).toEqual(secret)
    expect(existsSync(keyFile(env()))).toBe(false)
  })

  test('is missing with an external database if none is set', { tags: ['SAFE-91'] }, () => {
    sealOf()
    expect(openSeal(env({ DATABASE_URL }))).toBeNull()
    expect(findSeal(env({ DATABASE_URL }))).toBeNull()
  })

  test('is refused with its file’s name if it is invalid', { tags: ['SAFE-91'] }, () => {
    writeFileSync(keyFile(env()), 'too short')
    expect(() => openSeal(env())).toThrow(`${keyFile(env())} is no key: it must be 32 bytes in base64.`)
  })
})
