import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { boundedQueue, noPlace } from '#http/limits/bounded-queue.ts'
import type { Refusal } from '#http/refusal.ts'

// Argon2id as OWASP advises for 2026: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const anybodys = boundedQueue({ atOnce: 2, perAsker: 16, inAll: 64 })
const knownOnes = boundedQueue({ atOnce: 1, perAsker: 2, inAll: 16 })

/**
 * Queues hashing by the IP address that asked: a flood from one address is refused before others wait longer than a
 * moment. A flood from many addresses takes all places, so a few are kept for accounts known without their password: by
 * a session, a device or a mailed link. `known` returns that account; it is called only if no other place is free.
 */
export async function hashing<T>(
  address: string,
  work: () => Promise<T | Refusal>,
  known?: () => Promise<string | null>,
): Promise<T | Refusal> {
  const done = await anybodys(address, work)
  if (done !== noPlace) return done
  const account = await known?.()
  return account ? knownOnes(account, work) : noPlace
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Returns a hash that no known password matches, in the usual form, so that comparing it takes as long. */
export function unknownHash(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=19456,t=2,p=1$${part(16)}$${part(32)}`
}

/** Verified if there is no such user, so that the answer takes as long. */
const nobodysHash = await hashPassword('nobody has this password')

/** False, after the same time, if there is no hash. */
export async function matchesPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, password)
  return matches && passwordHash !== undefined
}
