import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '#data-folder.ts'
import type { Env } from '#env.ts'

/** Encrypts secrets in the database, so that the database alone doesn't give them away. */
export interface Seal {
  /** `about` says whose it is and what for: moved elsewhere, it can't be opened. */
  seal(secret: Buffer, about: string): Buffer
  /** null if it was sealed with another key, or is about something else. */
  open(sealed: Buffer, about: string): Buffer | null
}

const [nonceBytes, tagBytes, keyBytes] = [12, 16, 32]

/**
 * Opens the seal, and makes its key at the first start. null if several processes would have to share a key and none is
 * set.
 */
export function openSeal(env: Env): Seal | null {
  if (env.sealKey || env.databaseUrl) return findSeal(env)
  const file = keyFile(env)
  if (!existsSync(file)) {
    makeDataFolder(env.dataDir)
    // All or nothing: after a kill before the link, the next start writes the key anew.
    const next = `${file}.next`
    writeFileSync(next, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
    // Unlike a rename, this fails if another process was first.
    linkSync(next, file)
    rmSync(next)
  }
  return findSeal(env)
}

/**
 * Opens the seal with the key that there is; null if there is none.
 * @throws if the file isn't a key
 */
export function findSeal(env: Env): Seal | null {
  if (env.sealKey) return sealOf(env.sealKey)
  const file = keyFile(env)
  if (env.databaseUrl || !existsSync(file)) return null
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} is no key: it must be ${keyBytes} bytes in base64.`)
  return sealOf(key)
}

/** Returns the path of the key's file, which is used unless the environment holds the key. */
export function keyFile({ dataDir }: Pick<Env, 'dataDir'>): string {
  return join(dataDir, 'seal.key')
}

function sealOf(key: Buffer): Seal {
  return {
    seal(secret, about) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed, about) {
      if (sealed.length < nonceBytes + tagBytes) return null
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
