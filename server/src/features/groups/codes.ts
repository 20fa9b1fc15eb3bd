import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { codeProblem } from '@tagalong/contract/features/groups/groups.admin.rules.ts'

/** Without signs that look alike: 0 and o; 1, i and l. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'

/** A code for a group whose admin typed none: 59 bits, such as `x7kq-93hm-wt5c`. */
export function newCode(): string {
  const part = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  const code = [part(), part(), part()].join('-')
  // One in some hundreds repeats itself more than the rule for typed codes allows.
  return codeProblem(code) === null ? code : newCode()
}

/** Compares two codes in constant time, ignoring case and blanks, since codes are read out and typed on phones. */
export function sameCode(typed: string, code: string): boolean {
  return timingSafeEqual(digestOf(typed), digestOf(code))
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/\s/g, '').toLowerCase()).digest()
}
