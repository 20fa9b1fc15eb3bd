import { hash, verify } from '@node-rs/argon2'

// Argon2id as OWASP advises for 2026: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Verified where there is no such user, so that the answer takes as long. */
const nobodysHash = await hashPassword('nobody has this password')

/** False, after the same time, where there is no hash. */
export async function matchesPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, password)
  return matches && passwordHash !== undefined
}
