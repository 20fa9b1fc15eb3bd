import { createHmac } from 'node:crypto'

/**
 * Hashes a phone number, or a code sent to it, so that nobody can read it. There are so few of both that a hash without
 * a key would give them away.
 */
export function phoneHash({ phoneKey }: { phoneKey: Buffer }, ...what: readonly string[]): Buffer {
  return createHmac('sha256', phoneKey).update(what.join(' ')).digest()
}
