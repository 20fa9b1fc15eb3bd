import { createHmac } from 'node:crypto'

/**
 * How numbers, and the codes that were sent to them, are kept where nobody is to read them: there are so few of both
 * that a hash without a key would give them away.
 */
export function phoneHash({ phoneKey }: { phoneKey: Buffer }, ...what: readonly string[]): Buffer {
  return createHmac('sha256', phoneKey).update(what.join(' ')).digest()
}
