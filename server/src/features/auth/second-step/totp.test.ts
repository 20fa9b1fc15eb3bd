import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeAt } from '#test/totp.ts'
import { newRecoveryCodes, readRecoveryCode, shownRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, shownTotp, stepOf } from './totp.ts'

const seconds = (count: number) => count * 1_000
const rfcSecret = Buffer.from('12345678901234567890')

describe('a code of the authenticator app', () => {
  test('matches RFC 6238', { tags: ['SAFE-60'] }, () => {
    // From Appendix B, the last six digits.
    const expected: [number, string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ]
    for (const [at, code] of expected) {
      expect(codeAt(rfcSecret, Math.floor(at / 30))).toBe(code)
      expect(stepOf(code, rfcSecret, seconds(at))).toBe(Math.floor(at / 30))
    }
  })

  test('is valid one step before and after, no more', { tags: ['SAFE-60'] }, () => {
    for (let round = 0; round < 20; round += 1) {
      // Of a random secret, two of the codes might be equal.
      const secret = createHash('sha1').update(`${round}`).digest()
      const step = 58_000_000 + round
      const found = [-2, -1, 0, 1, 2].map((offset) =>
        stepOf(codeAt(secret, step + offset), secret, seconds(step * 30 + 29)),
      )
      expect(found).toEqual([null, step - 1, step, step + 1, null])
    }
  })

  test('of two time steps in a row counts for the later one', { tags: ['SAFE-60'] }, () => {
    const step = 59_061_240
    expect([step, step + 1].map((each) => codeAt(rfcSecret, each))).toEqual(['963181', '963181'])
    expect(stepOf('963181', rfcSecret, seconds(step * 30))).toBe(step + 1)
  })

  test('must be exactly six ASCII digits', { tags: ['SAFE-60'] }, () => {
    for (const text of ['', '28708', '2870820', 'abcdef', '２８７０８２']) {
      expect(stepOf(text, rfcSecret, seconds(59)), text).toBeNull()
    }
  })

  test('is set up by the shown secret and its otpauth URL', { tags: ['SAFE-60'] }, () => {
    const { secret, url } = shownTotp(rfcSecret, { brand: 'Tagalong & Co', email: 'anna@example.org' })
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const { protocol, host, searchParams } = new URL(url)
    expect([protocol, host]).toEqual(['otpauth:', 'totp'])
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Tagalong & Co',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(newTotpSecret()).toHaveLength(20)
  })

  const oathtool = oathtoolVersion()
  test.skipIf(!oathtool)(
    `matches Debian’s ${oathtool ?? 'oathtool, which isn’t installed here'}`,
    {
      tags: ['SAFE-60'],
    },
    () => {
      const secret = newTotpSecret()
      const shown = shownTotp(secret, { brand: 'Tagalong', email: 'anna@example.org' }).secret
      for (const at of [0, 59, 1_111_111_111, 1_900_000_000]) {
        const now = `--now=${new Date(seconds(at)).toISOString().replace('T', ' ').slice(0, 19)} UTC`
        const code = execFileSync('oathtool', ['--totp', '--base32', now, shown], { encoding: 'utf8' }).trim()
        expect(stepOf(code, secret, seconds(at))).toBe(Math.floor(at / 30))
      }
    },
  )
})

function oathtoolVersion(): string | undefined {
  try {
    return execFileSync('oathtool', ['--version'], { encoding: 'utf8' }).split('\n')[0]
  } catch {
    return undefined
  }
}

describe('recovery codes', () => {
  test('are ten, of unambiguous letters, each with a different selector', { tags: ['SAFE-61'] }, () => {
    for (let round = 0; round < 50; round += 1) {
      const codes = newRecoveryCodes()
      const shown = codes.map(shownRecoveryCode)
      expect(shown).toHaveLength(10)
      for (const each of shown) {
        expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      }
      expect(new Set(codes.map(({ selector }) => selector)).size).toBe(10)
      expect(shown.map(readRecoveryCode)).toEqual(codes)
    }
  })

  test('are read however they are typed', { tags: ['SAFE-61'] }, () => {
    const expected = { selector: '01A', whole: '01ABCDE0123' }
    for (const typed of ['01A-BCDE-0123', 'oia bcde o123', ' OlABCDE0123 ', 'oLa-bcde-oi23']) {
      expect(readRecoveryCode(typed), typed).toEqual(expected)
    }
  })
})
