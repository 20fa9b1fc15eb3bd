import { createHmac } from 'node:crypto'
import { inDatabase } from './database.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an authenticator app shows now for the key, as in RFC 6238. */
export function codeOf(key: string): string {
  const bits = [...key.replaceAll(/[^A-Z2-7]/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', secret).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Resets the last code's step: each code works once, and the next one would take up to half a minute. */
export function forgetLastCode(email: string, url?: string): Promise<void> {
  return inDatabase('update app_user set last_totp_step = 0 where email = $1', [email], url)
}
