import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { codeProblem } from '@tagalong/contract/features/groups/groups.admin.rules.ts'

/** Nothing that reads like something else: no 0 and o, no 1, i and l. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'

/** For a group whose code nobody typed: 59 bits, as `x7kq-93hm-wt5c`. */
export function newCode(): string {
  const part = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  const code = [part(), part(), part()].join('-')
  // One in some hundreds repeats itself more than the rule for typed ones allows.
  return codeProblem(code) === null ? code : newCode()
}

/**
 * Takes as long for a code that is nearly right as for any other. Capitals and blanks don't count: codes are read out
 * and typed on phones.
 */
export function sameCode(typed: string, code: string): boolean {
  return timingSafeEqual(digestOf(typed), digestOf(code))
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/\s/g, '').toLowerCase()).digest()
}
