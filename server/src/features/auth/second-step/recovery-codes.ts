import { randomInt } from 'node:crypto'

/** Digits and letters that nobody mixes up: 5 bits each. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const parts = [3, 4, 4]
const length = 11
const selectorLength = 3
const howMany = 10

/** A recovery code: its first part finds it among the user's codes, and the whole is hashed. */
export interface RecoveryCode {
  selector: string
  whole: string
}

/** Returns ten codes of 55 random bits, each with another selector. */
export function newRecoveryCodes(): RecoveryCode[] {
  const made = new Map<string, RecoveryCode>()
  while (made.size < howMany) {
    const whole = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    const code = codeOf(whole)
    if (!made.has(code.selector)) made.set(code.selector, code)
  }
  return [...made.values()]
}

/** `XXX-XXXX-XXXX`. */
export function shownRecoveryCode({ whole }: RecoveryCode): string {
  let at = 0
  return parts
    .map((size) => {
      at += size
      return whole.slice(at - size, at)
    })
    .join('-')
}

/** Reads a code however it was typed: lower case, blanks, no hyphens, O for 0, I or L for 1. */
export function readRecoveryCode(typed: string): RecoveryCode {
  return codeOf(typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'))
}

function codeOf(whole: string): RecoveryCode {
  return { whole, selector: whole.slice(0, selectorLength) }
}
