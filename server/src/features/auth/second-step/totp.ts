import { randomBytes, timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

// What every authenticator app supports: SHA-1, 6 digits, 30 seconds.
const [algorithm, digits, period] = ['SHA1', 6, 30]
/** A clock may be one step behind or ahead. */
const near = [-1, 0, 1]

/** 160 random bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** Returns what is shown once: the secret in letters, and the URL that an app scans from a picture. */
export function shownTotp(
  secret: Buffer,
  { brand, email }: { brand: string; email: string },
): { secret: string; url: string } {
  const totp = new TOTP({ issuer: brand, label: email, algorithm, digits, period, secret: secretOf(secret) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** Returns the time step, around now, whose code this is, the last of several; null if none. */
export function stepOf(code: string, secret: Buffer, now: number): number | null {
  const entered = Buffer.from(code)
  if (entered.length !== digits) return null
  const current = Math.floor(now / 1_000 / period)
  // Compare all, so that the time taken reveals nothing.
  const found = near
    .map((offset) => current + offset)
    .filter((counter) => {
      const expected = HOTP.generate({ secret: secretOf(secret), algorithm, digits, counter })
      return timingSafeEqual(Buffer.from(expected), entered)
    })
  return found.at(-1) ?? null
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
