import { login, register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import { takeSecondStep, turnSecondStepOn } from '@tagalong/contract/features/auth/security.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { newAuthenticator } from '#test/authenticator.ts'
import { addPersonWithApp, type PersonWithApp, password, signUp } from '#test/second-step.ts'
import { report, sampleOrFull } from '#test/stress.ts'
import { appCode } from '#test/totp.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const known = 'priya@example.org'
const origin = 'http://localhost:3000'
const calls = sampleOrFull(8, 500)

interface Measured {
  texts: Set<string>
  /** Milliseconds. */
  median: number
}

/** Alternates known and unknown addresses, so that other load on the machine affects both alike. */
async function compare(
  send: (email: string) => Promise<Reply>,
  prepare?: () => Promise<void>,
): Promise<{ known: Measured; unknown: Measured }> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const texts = { known: new Set<string>(), unknown: new Set<string>() }
  for (let n = 0; n < calls; n += 1) {
    // Limits are tested elsewhere.
    await t.database.pool.query('delete from rate_limit')
    await prepare?.()
    for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const started = performance.now()
      const reply = await send(kind === 'known' ? known : `nobody${String(n).padStart(4, '0')}@example.org`)
      times[kind].push(performance.now() - started)
      texts[kind].add(reply.text)
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return {
    known: { texts: texts.known, median: median(times.known) },
    unknown: { texts: texts.unknown, median: median(times.unknown) },
  }
}

function expectAlike(what: string, { known, unknown }: { known: Measured; unknown: Measured }) {
  expect([...unknown.texts]).toEqual([...known.texts])
  expect(known.texts.size).toBe(1)
  const apart = Math.abs(known.median / unknown.median - 1) * 100
  report(
    what,
    `${calls} calls each, medians ${known.median.toFixed(2)} and ${unknown.median.toFixed(2)} ms, ${apart.toFixed(1)} % apart`,
  )
  // Times mean something only on an idle machine: `npm run assure`.
  if (process.env.ASSURE === '1') expect(apart).toBeLessThan(5)
}

describe('known and unknown addresses', () => {
  beforeEach(async () => {
    const words = { password: 'Playdate1!', confirmPassword: 'Playdate1!' }
    await t.call(register, { body: { email: known, ...words, tos: true, privacy: true, queryParams: [] } })
  })

  test('are refused at the login with the same bytes, after the same time', {
    tags: ['API-065'],
    timeout: 300_000,
  }, async () => {
    expectAlike(
      'login, known against unknown address',
      await compare((email) => t.call(login, { body: { email, password: 'Wrong1!x' } })),
    )
  })

  test('get the same reply in the same time when a reset is requested', {
    tags: ['ERR-38', 'API-076'],
    timeout: 300_000,
  }, async () => {
    expectAlike(
      'reset request, known against unknown address',
      await compare((email) => t.call(requestToken, { body: { email, confirmEmail: email } })),
    )
  })
})

describe('known and unknown passkeys', () => {
  test('are refused with the same bytes, after the same time', {
    tags: ['SAFE-58'],
    timeout: 300_000,
  }, async () => {
    const words = { password: 'Playdate1!', confirmPassword: 'Playdate1!' }
    const body = { email: known, ...words, tos: true, privacy: true, queryParams: [] }
    const as = (await t.call(register, { body })).body.data.token
    const devices = { known: newAuthenticator(origin), unknown: newAuthenticator(origin) }
    const start = async () => (await t.call(startPasskey, {}, { as })).body.data
    const response = devices.known.create(await start())
    expect((await t.call(addPasskey, { body: { response, name: 'Phone' } }, { as })).status).toBe(200)
    devices.unknown.create(await start())
    const refused = async (email: string) => {
      const options = (await t.call(getPasskeyChallenge)).body.data
      const device = email === known ? devices.known : devices.unknown
      // For the known device only the user handle is wrong: all else is checked.
      const answer = device.get(options, { userHandle: 'AAAA' })
      return t.call(loginByPasskey, { body: { response: answer } })
    }
    expectAlike('login by passkey, known against unknown', await compare(refused))
  })
})

/** Alternates both cases, so that other load on the machine affects both alike. Each code has its own ticket. */
describe('a second step', () => {
  let anna: PersonWithApp
  let ben: Tokens
  beforeEach(async () => {
    anna = await addPersonWithApp(t, known)
    ben = await signUp(t, 'ben@example.org')
    // The second step is on without an app, so there is no secret to compare a code with.
    const device = newAuthenticator(origin)
    const response = device.create((await t.call(startPasskey, {}, { as: ben })).body.data)
    await t.call(addPasskey, { body: { response, name: 'Phone' } }, { as: ben })
    await t.call(turnSecondStepOn, {}, { as: ben })
    t.clock.shift(120_000)
  })
  const ticketOf = async (email: string) =>
    (await t.call(login, { body: { email, password } })).body.data.secondStep?.ticket

  /** Times the second step alone. */
  async function comparing(
    shown: (isKnown: boolean) => { email: string; code?: string; recoveryCode?: string },
  ) {
    const waiting = new Map<boolean, { ticket: string | undefined; body: object }>()
    const prepare = async (isKnown: boolean) => {
      const { email, ...body } = shown(isKnown)
      waiting.set(isKnown, { ticket: await ticketOf(email), body })
    }
    return compare(
      (email) => {
        const { ticket, body } = waiting.get(email === known) ?? {}
        return t.call(takeSecondStep, { body: { ticket, ...body } })
      },
      async () => {
        await prepare(true)
        await prepare(false)
      },
    )
  }

  test('is refused alike for a wrong code and a used one', {
    tags: ['SAFE-62'],
    timeout: 600_000,
  }, async () => {
    const used = appCode(anna.secret, t.clock.now())
    const wrong = ['000000', '111111', '222222', '333333'].find(
      (code) => ![-1, 0, 1].some((offset) => appCode(anna.secret, t.clock.now(), offset) === code),
    )
    await t.call(takeSecondStep, { body: { ticket: await ticketOf(known), code: used } })
    const stop = t.clock.now()
    expectAlike(
      'second step, code that was used against wrong one',
      await comparing((isUsed) => {
        // Stays in the same time step.
        t.clock.shift(stop - t.clock.now())
        return { email: known, code: (isUsed ? used : wrong) ?? '' }
      }),
    )
  })

  test('is refused alike with an app and without', {
    tags: ['SAFE-62'],
    timeout: 600_000,
  }, async () => {
    expectAlike(
      'second step, code of an account with app against one without',
      await comparing((hasApp) => ({ email: hasApp ? known : 'ben@example.org', code: '000000' })),
    )
  })

  test('is refused alike whether or not a recovery code’s beginning is known', {
    tags: ['SAFE-62'],
    timeout: 600_000,
  }, async () => {
    const beginnings = new Set(anna.recoveryCodes.map((each) => each.slice(0, 3)))
    const [beginning = ''] = beginnings
    const foreign = ['ZZZ', 'YYY', 'XXX', 'WWW'].find((each) => !beginnings.has(each))
    expectAlike(
      'second step, recovery code with a known beginning against another',
      await comparing((isKnown) => ({
        email: known,
        recoveryCode: `${isKnown ? beginning : foreign}-0000-0000`,
      })),
    )
  })
})
