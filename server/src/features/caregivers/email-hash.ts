import { phoneHash } from './phone-hash.ts'

/** `phoneHash` of an address, ignoring its case. */
export function emailHash(secrets: { phoneKey: Buffer }, email: string): Buffer {
  return phoneHash(secrets, 'email', email.toLowerCase())
}
