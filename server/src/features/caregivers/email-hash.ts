import { phoneHash } from './phone-hash.ts'

/** The same of an address, whose case doesn't count. */
export function emailHash(secrets: { phoneKey: Buffer }, email: string): Buffer {
  return phoneHash(secrets, 'email', email.toLowerCase())
}
