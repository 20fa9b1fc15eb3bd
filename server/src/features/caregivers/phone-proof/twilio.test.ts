import { whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  checkPhoneProof,
  phoneProofTexts,
  startPhoneProof,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lines } from '#http/server/logging.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { startTwilioStub, type TwilioStub } from '#test/twilio-stub.ts'
import { addParent, fingerprint, type Parent } from '#test/world.ts'

let stub: TwilioStub
let t: TestApp
let anna: Parent
beforeAll(async () => {
  stub = await startTwilioStub()
  t = await testApp({ SAFETY: 'strict', ...stub.env })
})
beforeEach(async () => {
  await t.reset()
  stub.calls.length = 0
  stub.failure = null
  anna = await addParent(t.database, { name: 'Anna' })
})
afterAll(async () => {
  await t.close()
  await stub.close()
})

const start = (as = anna, language = 'en') =>
  t.call(startPhoneProof, {}, { as, headers: { 'accept-language': language } })
const check = (code: string, as = anna) => t.call(checkPhoneProof, { body: { code } }, { as })
const proofOf = async (as: Parent) =>
  (await t.call(whoami, {}, { as })).body.data.user.caregiverProfile?.phoneProof
const sentTo = ({ phoneNumber }: Parent) => stub.codes.get(phoneNumber) ?? ''

describe('Twilio Verify', () => {
  test('sends the code in the caller’s language, and keeps the code itself', {
    tags: ['SAFE-01'],
  }, async () => {
    expect((await start(anna, 'es')).status).toBe(200)
    const [sent] = stub.calls
    expect(sent?.path).toBe(`POST /v2/Services/${stub.env.TWILIO_VERIFY_SID}/Verifications`)
    expect(sent?.form).toEqual({ To: anna.phoneNumber, Channel: 'sms', Locale: 'es' })
    const { rows } = await t.database.pool.query('select code_hash from phone_code')
    expect(rows).toEqual([{ code_hash: null }])
    expect((await check(sentTo(anna))).body.data).toEqual({ proven: true })
    expect(stub.calls.at(-1)?.path).toMatch(/\/VerificationCheck$/)
    expect(await proofOf(anna)).toBe('code')
  })

  test('tells a wrong code from one that is over', { tags: ['SAFE-05', 'SAFE-06'] }, async () => {
    await start()
    const code = sentTo(anna)
    expect((await check('000000')).body.fields).toEqual({ code: phoneProofTexts.codeWrong() })
    stub.codes.delete(anna.phoneNumber)
    expect((await check(code)).body.fields).toEqual({ code: phoneProofTexts.codeOver() })
    expect(await proofOf(anna)).toBe('saved')
  })

  test('is asked at most five times, and never about a code that was not sent', {
    tags: ['SAFE-05', 'SAFE-07'],
  }, async () => {
    await start()
    const replies = await Promise.all(Array.from({ length: 20 }, () => check('000000')))
    expect(replies.filter(({ body }) => body.fields?.code === phoneProofTexts.codeWrong())).toHaveLength(5)
    const ben = await addParent(t.database, { name: 'Ben' })
    await check('000000', ben)
    expect(stub.calls.filter(({ path }) => path.endsWith('VerificationCheck'))).toHaveLength(5)
  })

  test.each([
    ['a landline', { status: 400, code: 60_205 }],
    ['no number', { status: 400, code: 60_200 }],
    ['a country that is not served', { status: 403, code: 60_605 }],
    ['a number that it holds for pumped', { status: 403, code: 60_410 }],
  ])(
    'refuses %s: the error is at the number’s field, and nothing is stored',
    { tags: ['SAFE-01'] },
    async (_what, failure) => {
      stub.failure = failure
      const before = await fingerprint(t.database)
      const { status, body } = await start()
      expect([status, body.fields]).toEqual([
        400,
        { phoneNumber: "We can't send a code to this number. Friends can still invite you by link." },
      ])
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test.each([
    { status: 403, code: 60_605 },
    { status: 429, code: 60_203 },
  ])('is logged in one line, without the number, if it refuses with $status', async (failure) => {
    stub.failure = failure
    const written = vi.spyOn(lines, 'write').mockReturnValue(true)
    t.app.log.level = 'warn'
    await start()
    t.app.log.level = 'silent'
    const logged = written.mock.calls.map(([line]) => String(line))
    written.mockRestore()
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'Twilio refused to send a code', ...failure },
    ])
    expect(logged.join()).not.toContain(anna.phoneNumber.slice(2))
  })

  test('is 429 with Retry-After if it has sent too many to a number', { tags: ['SAFE-08'] }, async () => {
    stub.failure = { status: 429, code: 60_203 }
    const reply = await start()
    expect([reply.status, reply.body.error]).toEqual([429, 'Too many codes. Please try again later.'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['fails', { status: 500, code: 20_500 }],
    ['does not know the account', { status: 401, code: 20_003 }],
    ['does not know the service', { status: 404, code: 20_404 }],
  ])(
    'is 503 with Retry-After if it %s, and the previous code still works',
    { tags: ['SAFE-01'] },
    async (_what, failure) => {
      await start()
      const code = sentTo(anna)
      await t.database.pool.query('delete from rate_limit')
      stub.failure = failure
      const reply = await start()
      expect([reply.status, Number(reply.headers['retry-after']) > 0]).toEqual([503, true])
      stub.failure = null
      expect((await check(code)).status).toBe(200)
    },
  )

  test('counts against neither the day nor the number if it sends nothing', {
    tags: ['SAFE-01', 'SAFE-08'],
  }, async () => {
    const failures = [
      { status: 500, code: 20_500 },
      { status: 400, code: 60_205 },
      { status: 429, code: 60_203 },
    ]
    const pass = () => t.database.pool.query(`delete from rate_limit where key like 'phone-code-pause:%'`)
    for (const failure of [...failures, ...failures]) {
      stub.failure = failure
      expect((await start()).status).not.toBe(200)
      await pass()
    }
    stub.failure = null
    expect((await start()).status).toBe(200)
    const { rows } = await t.database.pool.query(
      `select points from rate_limit where key like 'phone-codes:%' or key like 'phone-code-number:%'`,
    )
    expect(rows).toEqual([{ points: 1 }, { points: 1 }])
  })

  test('leaves the number unproven if it can’t say whether a code is right', {
    tags: ['SAFE-01'],
  }, async () => {
    await start()
    const code = sentTo(anna)
    stub.failure = { status: 503, code: 20_503 }
    expect((await check(code)).status).toBe(503)
    expect(await proofOf(anna)).toBe('saved')
    stub.failure = null
    expect((await check(code)).status).toBe(200)
  })

  test('is asked once about a right code, even if storing the proof fails at first', {
    tags: ['SAFE-01'],
  }, async () => {
    const { pool } = t.database
    await start()
    const code = sentTo(anna)
    await pool.query(`alter table caregiver add constraint unproven check (phone_proof <> 'code') not valid`)
    try {
      expect((await check(code)).status).toBe(500)
    } finally {
      await pool.query('alter table caregiver drop constraint unproven')
    }
    expect((await check(code)).body.data).toEqual({ proven: true })
    expect(await proofOf(anna)).toBe('code')
    expect(stub.calls.filter(({ path }) => path.endsWith('VerificationCheck'))).toHaveLength(1)
    expect((await check(code)).body.fields).toEqual({ code: phoneProofTexts.codeOver() })
  })

  test('is 503 if it is unreachable', async () => {
    const gone = await testApp({ SAFETY: 'strict', ...stub.env, TWILIO_API_BASE: 'http://127.0.0.1:9' })
    try {
      expect((await gone.call(startPhoneProof, {}, { as: anna })).status).toBe(503)
    } finally {
      await gone.close()
    }
  })
})
