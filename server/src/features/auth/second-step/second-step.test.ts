import { randomBytes } from 'node:crypto'
import {
  changePassword,
  endOtherSessions,
  login,
  refresh,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  changeEmail,
  confirmEmail,
  reportNotMe,
  requestToken,
  resetPassword,
} from '@tagalong/contract/features/auth/links.contract.ts'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  removePasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  confirmTotp,
  getSecurity,
  makeRecoveryCodes,
  removeTotp,
  startTotp,
  takeSecondStep,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallOptions, type Reply, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { newAuthenticator } from '#test/authenticator.ts'
import { inTurn } from '#test/in-turn.ts'
import { allMailed, readLetter } from '#test/outbox.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { addPersonWithApp, type PersonWithApp, password, setUpApp, signUp } from '#test/second-step.ts'
import { appCode } from '#test/totp.ts'
import { fingerprint } from '#test/world.ts'

const SEAL_KEY = randomBytes(32).toString('base64')
const origin = 'http://localhost:3000'
const other = 'Sandbox-Sunny-42!'
const minute = 60_000
const step = 30_000
const codeWrong = "That's not the code. Please check it and try again."
const over = 'That took a while. Please sign in again.'
const notSetUp = 'Not set up on this server'

let t: TestApp
/** Another process on the same database. */
let beside: TestApp
let anna: PersonWithApp

beforeAll(async () => {
  t = await testApp({ SEAL_KEY })
  // Both apps share one outbox.
  beside = await testApp({ SEAL_KEY, DATA_DIR: t.dataDir })
})
beforeEach(async () => {
  await t.reset()
  beside.clock.shift(t.clock.now() - beside.clock.now())
  anna = await addPersonWithApp(t, 'anna@example.org')
})
afterAll(async () => {
  await beside.close()
  await t.close()
})

/** The app's code, that many time steps from now. */
const codeOf = (secret: string, offset = 0) => appCode(secret, t.clock.now(), offset)
/**
 * Moves past the set-up's time step and its neighbours, to the start of a step, so that none ends during a test. Goes on
 * if two codes around it are equal.
 */
const later = (by = 2 * minute): void => {
  const toNext = step - ((t.clock.now() + by) % step)
  t.clock.shift(by + toNext)
  beside.clock.shift(by + toNext)
  if (new Set([-2, -1, 0, 1, 2].map((offset) => codeOf(anna.secret, offset))).size < 5) later(step)
}
const signIn = (email = anna.email, word = password, options?: CallOptions) =>
  t.call(login, { body: { email, password: word } }, options)
async function ticketOf(email?: string, word?: string): Promise<string> {
  const { secondStep } = (await signIn(email, word)).body.data
  if (!secondStep) throw new Error('there is no second step')
  return secondStep.ticket
}
const take = (ticket: string, shown: object, at = t, options?: CallOptions) =>
  at.call(takeSecondStep, { body: { ticket, ...shown } }, options)
const security = async (as = anna.as) => (await t.call(getSecurity, {}, { as })).body.data
const textsOf = ({ status, body }: Reply) => [status, body.error]
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort()
/** A code that the app doesn't show now. */
function wrongCode(secret = anna.secret): string {
  const right = [-1, 0, 1].map((offset) => codeOf(secret, offset))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
/** As if the session had been confirmed that long ago. */
const minutesPass = (minutes: number) =>
  t.database.pool.query(`update session set confirmed_at = confirmed_at - $1 * interval '1 minute'`, [
    minutes,
  ])

describe('with the second step on', () => {
  test('a right password returns a ticket, which signs nobody in by itself', {
    tags: ['SAFE-59'],
  }, async () => {
    const { body, headers } = await signIn()
    expect(body.data).toEqual({
      token: null,
      redirectUrl: null,
      secondStep: { ticket: expect.stringMatching(/^[\w-]{43}$/), kinds: ['app', 'recovery'] },
    })
    expect(headers['set-cookie']).toBeUndefined()
    const ticket = body.data.secondStep?.ticket ?? ''
    for (const endpoint of t.app.endpoints.filter(({ guard }) => guard !== 'none')) {
      const url = fullPath(endpoint).replaceAll(/:\w+/g, 'x')
      const reply = await t.send(endpoint.method, url, { as: { accessToken: ticket, refreshToken: ticket } })
      expect(`${endpoint.name} ${reply.status}`).toBe(`${endpoint.name} 401`)
    }
    expect((await t.call(refresh, {}, { headers: { 'x-refresh-token': ticket } })).status).toBe(401)
  })

  test('a wrong password is refused as before', { tags: ['SAFE-59'] }, async () => {
    const refused = await signIn(anna.email, 'Playdate2!')
    expect(textsOf(refused)).toEqual([400, 'Login unsuccessful, please check your details and try again.'])
  })

  test('the code signs in and makes the device known', { tags: ['SAFE-59'] }, async () => {
    later()
    const signedIn = await take(await ticketOf(), { code: codeOf(anna.secret) })
    expect(signedIn.body.data).toMatchObject({ token: { tokenType: 'Bearer' }, redirectUrl: '/onboarding' })
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^device=/)
    expect((await t.call(whoami, {}, { as: signedIn.body.data.token })).status).toBe(200)
  })

  test('an expired, used or invalid ticket is refused', {
    tags: ['SAFE-59'],
  }, async () => {
    later()
    const old = await ticketOf()
    await t.database.pool.query(`update auth_ticket set expires_at = now() where kind = 'second-step'`)
    await allMailed(t)
    const before = await fingerprint(t.database)
    expect(textsOf(await take(old, { code: codeOf(anna.secret) }))).toEqual([400, over])
    expect(textsOf(await take('nonsense', { code: codeOf(anna.secret) }))).toEqual([400, over])
    expect(await fingerprint(t.database)).toBe(before)
    const { rows } = await t.database.pool.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from auth_ticket where kind = 'second-step'`,
    )
    expect(rows).toEqual([{ seconds: expect.any(Number) }])
    const used = await ticketOf()
    expect((await take(used, { code: codeOf(anna.secret) })).status).toBe(200)
    expect(textsOf(await take(used, { code: codeOf(anna.secret, 1) }))).toEqual([400, over])
  })

  test('a ticket is valid for ten minutes', { tags: ['SAFE-59'] }, async () => {
    await ticketOf()
    const { rows } = await t.database.pool.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from auth_ticket`,
    )
    expect(rows).toEqual([{ seconds: 600 }])
  })

  test('a ticket can’t be used with another user’s code, recovery code or passkey', {
    tags: ['SAFE-59'],
  }, async () => {
    const ben = await addPersonWithApp(t, 'ben@example.org')
    later()
    const device = newAuthenticator(origin)
    const options = (await t.call(startPasskey, {}, { as: ben.as })).body.data
    await t.call(addPasskey, { body: { response: device.create(options), name: 'Phone' } }, { as: ben.as })
    const ticket = await ticketOf(anna.email)
    const passkey = device.get((await t.call(getPasskeyChallenge)).body.data)
    const refused = [
      await take(ticket, { code: codeOf(ben.secret) }),
      await take(ticket, { recoveryCode: ben.recoveryCodes[0] }),
      await take(ticket, { passkey }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    const bens = await ticketOf(ben.email)
    expect((await take(bens, { recoveryCode: ben.recoveryCodes[0] })).status).toBe(200)
  })

  test.each([
    ['a reset password', async () => reset()],
    ['a changed password', async () => change()],
    ['ending the other sessions', async () => t.call(endOtherSessions, {}, { as: anna.as })],
    ['switching it off', async () => t.call(turnSecondStepOff, {}, { as: anna.as })],
  ])('%s ends waiting tickets', { tags: ['SAFE-59'] }, async (_what, end) => {
    later()
    const ticket = await ticketOf()
    expect((await end()).status).toBe(200)
    expect(textsOf(await take(ticket, { code: codeOf(anna.secret) }))).toEqual([400, over])
  })

  test('a password reset doesn’t turn it off', { tags: ['SAFE-69'] }, async () => {
    anna = await addPersonWithApp(t, 'rosa@example.org')
    expect((await reset()).status).toBe(200)
    later()
    expect((await signIn(anna.email, other)).body.data.token).toBeNull()
    const signedIn = await take(await ticketOf(anna.email, other), { code: codeOf(anna.secret) })
    expect(await security(signedIn.body.data.token ?? undefined)).toMatchObject({
      secondStep: true,
      totp: true,
    })
  })

  test('undoing a change of address removes what was set up after it', {
    tags: ['SAFE-71'],
  }, async () => {
    const owner = await addPersonWithApp(t, 'owner@example.org')
    await t.call(changeEmail, { body: { email: 'thief@example.org' } }, { as: owner.as })
    expect(await link('thief@example.org')).toBe(false)
    const thiefs = await setUpApp(t, owner.as)
    await t.call(makeRecoveryCodes, {}, { as: owner.as })
    expect(await link('owner@example.org')).toBe(true)
    const { rows } = await t.database.pool.query(
      `select second_step, (select count(*)::int from totp where user_id = u.id) as apps,
        (select count(*)::int from recovery_code where user_id = u.id) as codes
        from app_user u where email = 'owner@example.org'`,
    )
    expect([thiefs.secret.length, rows]).toEqual([32, [{ second_step: false, apps: 0, codes: 0 }]])
  })

  test('undoing a change of address keeps what was set up before it', { tags: ['SAFE-69'] }, async () => {
    const owner = await addPersonWithApp(t, 'early@example.org')
    await t.call(changeEmail, { body: { email: 'late@example.org' } }, { as: owner.as })
    await link('late@example.org')
    expect(await link('early@example.org')).toBe(true)
    const { rows } = await t.database.pool.query(
      `select second_step, (select count(*)::int from recovery_code where user_id = u.id) as codes
        from app_user u where email = 'early@example.org'`,
    )
    expect(rows).toEqual([{ second_step: true, codes: 10 }])
  })

  async function link(email: string): Promise<boolean> {
    const [, token, id] =
      /[?&]token=([\w-]+)&id=([\w-]+)/.exec(await readLetter(t, email, /confirm-email/)) ?? []
    return (await t.call(confirmEmail, { body: { token, id } })).body.data.isUndone
  }
  const change = () =>
    t.call(
      changePassword,
      { body: { password, newPassword: other, confirmPassword: other } },
      { as: anna.as },
    )
  async function reset(): Promise<Reply> {
    await t.call(requestToken, { body: { email: anna.email, confirmEmail: anna.email } })
    const link = new URL(
      /https?:\S+reset-password\S+/.exec(await readLetter(t, anna.email, /reset-password/))?.[0] ?? '',
    )
    const { token, id } = Object.fromEntries(link.searchParams)
    return t.call(resetPassword, { body: { password: other, confirmPassword: other, token, id } })
  }
})

describe('the authenticator app’s code', () => {
  test('of the previous, current and next time step works, each once', { tags: ['SAFE-60'] }, async () => {
    later()
    for (const offset of [-2, 2]) {
      expect(textsOf(await take(await ticketOf(), { code: codeOf(anna.secret, offset) }))).toEqual([
        400,
        codeWrong,
      ])
    }
    for (const offset of [-1, 0, 1]) {
      const code = codeOf(anna.secret, offset)
      expect((await take(await ticketOf(), { code })).status, `${offset}`).toBe(200)
      expect(textsOf(await take(await ticketOf(), { code })), `${offset} again`).toEqual([400, codeWrong])
    }
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(400)
  })

  test('may contain a space in the middle, as some apps show it', { tags: ['SAFE-60'] }, async () => {
    later()
    const code = codeOf(anna.secret)
    expect((await take(await ticketOf(), { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
  })

  test('used for the set-up signs nobody in', { tags: ['SAFE-60'] }, async () => {
    const refused = await take(await ticketOf(), { code: anna.code })
    expect(textsOf(refused)).toEqual([400, codeWrong])
  })

  test('sent twice at once, to two processes, signs in once', { tags: ['SAFE-60'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      later()
      const tickets = [await ticketOf(), await ticketOf()]
      const code = codeOf(anna.secret)
      const replies = await Promise.all(tickets.map((each, n) => take(each, { code }, n % 2 ? t : beside)))
      expect(statusesOf(replies)).toEqual([200, 400])
    }
  })

  test('two recovery codes sent at once for one ticket sign in once', {
    tags: ['SAFE-59', 'SAFE-61'],
  }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const ticket = await ticketOf()
      const codes = anna.recoveryCodes.splice(0, 2)
      const replies = await Promise.all(
        codes.map((recoveryCode, n) => take(ticket, { recoveryCode }, n ? t : beside)),
      )
      expect(statusesOf(replies)).toEqual([200, 400])
    }
  })
})

describe('recovery codes', () => {
  test('are ten, stored as hashes, and each signs in once, however it is typed', {
    tags: ['SAFE-61'],
  }, async () => {
    expect(anna.recoveryCodes).toHaveLength(10)
    expect((await security()).codesLeft).toBe(10)
    const [first = '', second = ''] = anna.recoveryCodes
    expect((await take(await ticketOf(), { recoveryCode: first })).status).toBe(200)
    const again = await take(await ticketOf(), { recoveryCode: first })
    expect([again.status, again.body.fields]).toEqual([400, { recoveryCode: codeWrong }])
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')}`
    expect((await take(await ticketOf(), { recoveryCode: typed })).status).toBe(200)
    expect((await security()).codesLeft).toBe(8)
    const { rows } = await t.database.pool.query('select hash from recovery_code')
    expect(rows.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true)
  })

  test('sent several times at once, to two processes, count once', { tags: ['SAFE-61'] }, async () => {
    for (const recoveryCode of anna.recoveryCodes.slice(0, 5)) {
      const tickets = [await ticketOf(), await ticketOf(), await ticketOf()]
      const replies = await Promise.all(
        tickets.map((each, n) => take(each, { recoveryCode }, n % 2 ? t : beside)),
      )
      expect(statusesOf(replies)).toEqual([200, 400, 400])
    }
    expect((await security()).codesLeft).toBe(5)
  })

  test('become invalid when new ones are made', { tags: ['SAFE-61'] }, async () => {
    const made = await t.call(makeRecoveryCodes, {}, { as: anna.as })
    const fresh = made.body.data.recoveryCodes
    expect(fresh).toHaveLength(10)
    expect((await take(await ticketOf(), { recoveryCode: anna.recoveryCodes[3] })).status).toBe(400)
    expect((await take(await ticketOf(), { recoveryCode: fresh[3] })).status).toBe(200)
    await t.call(turnSecondStepOff, {}, { as: anna.as })
    expect(textsOf(await t.call(makeRecoveryCodes, {}, { as: anna.as }))).toEqual([
      409,
      'Please turn on the second step first.',
    ])
  })
})

describe('wrong second steps', () => {
  test('end a ticket after five tries', { tags: ['SAFE-62'] }, async () => {
    later()
    const ticket = await ticketOf()
    for (let n = 0; n < 5; n += 1) {
      expect(textsOf(await take(ticket, { code: wrongCode() }))).toEqual([400, codeWrong])
    }
    expect(textsOf(await take(ticket, { code: codeOf(anna.secret) }))).toEqual([400, over])
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(200)
  })

  test('are limited to five per ticket, even if they arrive at once', { tags: ['SAFE-62'] }, async () => {
    later()
    const ticket = await ticketOf()
    const tries = Array.from({ length: 12 }, (_, n) =>
      take(ticket, { code: wrongCode() }, n % 2 ? t : beside),
    )
    const errors = (await Promise.all(tries)).map(({ body }) => body.error)
    expect(errors.filter((text) => text === codeWrong)).toHaveLength(5)
    expect(errors.filter((text) => text === over)).toHaveLength(7)
  })

  test('block the account for an hour after twenty, even for a right code', {
    tags: ['SAFE-62'],
  }, async () => {
    later()
    const tickets: string[] = []
    for (let n = 0; n < 6; n += 1) tickets.push(await ticketOf())
    const tries = tickets.flatMap((ticket) => [1, 2, 3, 4, 5].map(() => take(ticket, { code: wrongCode() })))
    const statuses = statusesOf(await Promise.all(tries))
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(10).fill(429)])
    const right = await take(await ticketOf(), { code: codeOf(anna.secret) })
    expect(right.status).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(3_000)
    await addPersonWithApp(t, 'ben@example.org')
  })

  test('are counted, unlike right ones', { tags: ['SAFE-62'] }, async () => {
    for (let n = 0; n < 22; n += 1) {
      later()
      expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(200)
    }
  })

  test('are refused with the same text whatever was wrong, and use up no code', {
    tags: ['SAFE-62'],
  }, async () => {
    later()
    const [used = ''] = anna.recoveryCodes
    await take(await ticketOf(), { recoveryCode: used })
    const texts = new Set<string>()
    for (const recoveryCode of [used, `${used.slice(0, 4)}AAAA-AAAA`, 'ZZZ-ZZZZ-ZZZZ', 'x', '😀']) {
      texts.add((await take(await ticketOf(), { recoveryCode })).text)
    }
    expect(texts.size).toBe(1)
    const ticket = await ticketOf()
    const rows = () =>
      t.database.pool.query(
        'select u.last_totp_step, (select count(*) from recovery_code where used_at is null) from app_user u',
      )
    const before = (await rows()).rows
    await take(ticket, { code: wrongCode() })
    expect((await rows()).rows).toEqual(before)
  })
})

describe('confirming one’s identity', () => {
  test('takes the app’s code, not the password, if the second step is on', {
    tags: ['SAFE-71'],
  }, async () => {
    later()
    await minutesPass(16)
    const ask = () => t.call(makeRecoveryCodes, {}, { as: anna.as })
    const confirm = (body: object) => t.call(confirmIdentity, { body }, { as: anna.as })
    expect(textsOf(await ask())).toEqual([409, "Please confirm that it's you."])
    expect((await confirm({ password })).body.fields).toEqual({
      password: "Please use your app's code or a passkey.",
    })
    expect((await confirm({ code: wrongCode() })).body.fields).toEqual({ code: codeWrong })
    expect((await ask()).status).toBe(409)
    const code = codeOf(anna.secret)
    expect((await confirm({ code })).status).toBe(200)
    expect((await ask()).status).toBe(200)
    // Once only, in either call.
    expect((await confirm({ code })).status).toBe(400)
    expect((await take(await ticketOf(), { code })).status).toBe(400)
  })

  test('shares the limit of twenty wrong codes an hour with the sign-in', {
    tags: ['SAFE-62', 'SAFE-71'],
  }, async () => {
    later()
    const confirm = () => t.call(confirmIdentity, { body: { code: wrongCode() } }, { as: anna.as })
    const statuses = statusesOf(await Promise.all(Array.from({ length: 22 }, confirm)))
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(429)
  })

  test('takes the password, not the app’s code, if the second step is off', {
    tags: ['SAFE-71'],
  }, async () => {
    await t.call(turnSecondStepOff, {}, { as: anna.as })
    later()
    const confirm = (body: object) => t.call(confirmIdentity, { body }, { as: anna.as })
    expect((await confirm({ code: codeOf(anna.secret) })).status).toBe(400)
    expect((await confirm({ password })).status).toBe(200)
  })

  test('is required by every endpoint that needs a fresh session', {
    tags: ['SAFE-71'],
  }, async () => {
    await minutesPass(16)
    await allMailed(t)
    const before = await fingerprint(t.database)
    const fresh = t.app.endpoints.filter((each) => each.fresh && each.guard === 'user')
    expect(fresh.length).toBeGreaterThan(10)
    for (const endpoint of fresh) {
      const url = fullPath(endpoint).replaceAll(/:\w+/g, 'x')
      const reply = await t.send(endpoint.method, url, { as: anna.as, payload: {} })
      expect(`${endpoint.name} ${textsOf(reply)}`).toBe(`${endpoint.name} 409,Please confirm that it's you.`)
    }
    expect(await fingerprint(t.database)).toBe(before)
  })
})

describe('a passkey', () => {
  async function addKey(as: Tokens) {
    const device = newAuthenticator(origin)
    const options = (await t.call(startPasskey, {}, { as })).body.data
    const body = { response: device.create(options), name: 'Phone' }
    const { _id } = (await t.call(addPasskey, { body }, { as })).body.data
    const answer = async (otherwise?: { isVerified: boolean }) =>
      device.get((await t.call(getPasskeyChallenge)).body.data, otherwise)
    return { _id, answer }
  }

  test('works as a second step, even without user verification', { tags: ['SAFE-59'] }, async () => {
    const { answer } = await addKey(anna.as)
    expect((await signIn()).body.data.secondStep?.kinds).toEqual(['passkey', 'app', 'recovery'])
    const passkey = await answer({ isVerified: false })
    expect((await take(await ticketOf(), { passkey })).status).toBe(200)
    // The same passkey again.
    const again = await take(await ticketOf(), { passkey })
    expect(textsOf(again)).toEqual([400, 'Login unsuccessful, please check your details and try again.'])
  })

  test('counts as both steps if it verified its user, otherwise as the first only', {
    tags: ['SAFE-57', 'SAFE-59'],
  }, async () => {
    const { answer } = await addKey(anna.as)
    const enter = async (isVerified: boolean) =>
      (await t.call(loginByPasskey, { body: { response: await answer({ isVerified }) } })).body
    expect((await enter(true)).data.token).not.toBeNull()
    const { token, secondStep } = (await enter(false)).data
    expect([token, secondStep?.kinds]).toEqual([null, ['app', 'recovery']])
    const ticket = secondStep?.ticket ?? ''
    const loginRefused = 'Login unsuccessful, please check your details and try again.'
    // The same passkey is no second step, and the ticket's prefix can't be removed.
    expect(textsOf(await take(ticket, { passkey: await answer() }))).toEqual([400, loginRefused])
    const bare = ticket.slice(ticket.indexOf('.') + 1)
    expect(textsOf(await take(bare, { passkey: await answer() }))).toEqual([400, over])
    later()
    expect((await take(ticket, { code: codeOf(anna.secret) })).body.data.token).not.toBeNull()

    await t.database.pool.query('delete from totp')
    expect((await enter(false)).data.secondStep?.kinds).toEqual(['recovery'])
    await t.database.pool.query('update recovery_code set used_at = now()')
    expect((await enter(false)).error).toBe(loginRefused)
    expect((await enter(true)).data.token).not.toBeNull()
  })

  test('confirms its user’s identity', { tags: ['SAFE-71'] }, async () => {
    const { answer } = await addKey(anna.as)
    await minutesPass(16)
    const confirmed = await t.call(confirmIdentity, { body: { passkey: await answer() } }, { as: anna.as })
    expect(confirmed.status).toBe(200)
    expect((await security()).isFresh).toBe(true)
  })

  test('of another user doesn’t confirm it', { tags: ['SAFE-71'] }, async () => {
    const { answer } = await addKey(await signUp(t, 'ben@example.org'))
    await minutesPass(16)
    const refused = await t.call(confirmIdentity, { body: { passkey: await answer() } }, { as: anna.as })
    expect(refused.status).toBe(400)
    expect((await security()).isFresh).toBe(false)
  })

  test('keeps the second step on without the app; removing the passkey, too, turns it off', {
    tags: ['SAFE-59'],
  }, async () => {
    const { _id } = await addKey(anna.as)
    expect((await t.call(removeTotp, {}, { as: anna.as })).status).toBe(200)
    expect(await security()).toMatchObject({ totp: false, secondStep: true, codesLeft: 10 })
    expect((await signIn()).body.data.secondStep?.kinds).toEqual(['passkey', 'recovery'])
    expect((await t.call(removePasskey, { params: { id: _id } }, { as: anna.as })).status).toBe(200)
    expect(await security()).toMatchObject({ passkeys: [], secondStep: false, codesLeft: 0 })
    expect((await signIn()).body.data.token).not.toBeNull()
  })
})

describe('the second step', () => {
  test('turns on with the app, off by its switch, and on again with new codes', {
    tags: ['SAFE-59', 'SAFE-61'],
  }, async () => {
    const as = await signUp(t, 'ben@example.org')
    const none = { passkeys: [], totp: false, secondStep: false, codesLeft: 0 }
    expect(await security(as)).toEqual({
      ...none,
      mustSetUp: false,
      isFresh: true,
      isSetUp: true,
      passwordChangedAt: null,
    })
    expect(textsOf(await t.call(turnSecondStepOn, {}, { as }))).toEqual([
      409,
      'Please set up a passkey or the app first.',
    ])
    const { recoveryCodes } = await setUpApp(t, as)
    expect(await security(as)).toMatchObject({ totp: true, secondStep: true, codesLeft: 10 })
    expect((await t.call(turnSecondStepOff, {}, { as })).status).toBe(200)
    expect(await security(as)).toMatchObject({ totp: true, secondStep: false, codesLeft: 0 })
    expect((await signIn('ben@example.org')).body.data.token).not.toBeNull()
    const on = await t.call(turnSecondStepOn, {}, { as })
    expect(on.body.data.recoveryCodes).toHaveLength(10)
    expect(on.body.data.recoveryCodes).not.toContain(recoveryCodes?.[0])
    expect((await t.call(turnSecondStepOn, {}, { as })).body.data).toEqual({})
  })

  test('is set up by a right code of the app, not by a wrong one', {
    tags: ['SAFE-60'],
  }, async () => {
    const as = await signUp(t, 'ben@example.org')
    const confirm = (code: string) => t.call(confirmTotp, { body: { code } }, { as })
    expect(textsOf(await confirm('000000'))).toEqual([409, 'Please begin again with the authenticator app.'])
    const first = (await t.call(startTotp, {}, { as })).body.data
    expect(first.url).toContain('otpauth://totp/Tagalong:ben%40example.org?')
    const { secret } = (await t.call(startTotp, {}, { as })).body.data
    expect(secret).not.toBe(first.secret)
    expect((await confirm(wrongCode(secret))).body.fields).toEqual({ code: codeWrong })
    expect(await security(as)).toMatchObject({ totp: false, secondStep: false })
    expect((await signIn('ben@example.org')).body.data.token).not.toBeNull()
    expect((await confirm(codeOf(first.secret))).status).toBe(400)
    expect((await confirm(codeOf(secret))).status).toBe(200)
  })

  test('stays with the old app until a code of the new one is entered', { tags: ['SAFE-60'] }, async () => {
    later()
    const { secret } = (await t.call(startTotp, {}, { as: anna.as })).body.data
    expect((await take(await ticketOf(), { code: codeOf(secret) })).status).toBe(400)
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(200)
    const confirmed = await t.call(confirmTotp, { body: { code: codeOf(secret) } }, { as: anna.as })
    expect([confirmed.status, confirmed.body.data]).toEqual([200, {}])
    later()
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(400)
    expect((await take(await ticketOf(), { code: codeOf(secret) })).status).toBe(200)
  })

  test('is set up once if the app is confirmed twice at once', { tags: ['SAFE-60', 'SAFE-61'] }, async () => {
    const as = await signUp(t, 'ben@example.org')
    const { secret } = (await t.call(startTotp, {}, { as })).body.data
    const confirm = () => t.call(confirmTotp, { body: { code: codeOf(secret) } }, { as })
    const replies = await Promise.all([confirm(), confirm()])
    expect(statusesOf(replies)).toEqual([200, 409])
    expect((await security(as)).codesLeft).toBe(10)
  })

  test('isn’t set up in a session that ends meanwhile', { tags: ['SAFE-71'] }, async () => {
    const as = await signUp(t, 'ben@example.org')
    const mine = (await signIn('ben@example.org')).body.data.token
    const { secret } = (await t.call(startTotp, {}, { as })).body.data
    await t.call(endOtherSessions, {}, { as: mine })
    await isRefusedWithinASecond(() => t.call(whoami, {}, { as }))
    expect((await t.call(confirmTotp, { body: { code: codeOf(secret) } }, { as })).status).toBe(401)
  })

  test('has a sealed secret in the database, which works for its own user only', {
    tags: ['SAFE-60', 'SAFE-61'],
  }, async () => {
    const { rows } = await t.database.pool.query(
      `select encode(secret_sealed, 'hex') as hex, octet_length(secret_sealed) as bytes from totp`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].bytes).toBe(12 + 16 + 20)
    const bens = await signUp(t, 'ben@example.org')
    await t.call(startTotp, {}, { as: bens })
    // Write access to the table doesn't let one secret stand in for another.
    await t.database.pool.query(
      `update totp set secret_sealed = (select secret_sealed from totp where confirmed_at is null) where confirmed_at is not null`,
    )
    later()
    expect((await take(await ticketOf(), { code: codeOf(anna.secret) })).status).toBe(400)
    expect((await take(await ticketOf(), { recoveryCode: anna.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('a change to the second step', () => {
  test('is mailed and appears under Notifications', { tags: ['SAFE-61', 'SAFE-70'] }, async () => {
    const rosa = await addPersonWithApp(t, 'told@example.org')
    const { body } = await signIn(rosa.email)
    const ticket = body.data.secondStep?.ticket ?? ''
    const headers = { cookie: await cookieOf(rosa.email) }
    await take(ticket, { recoveryCode: rosa.recoveryCodes[0] }, t, { headers })
    await t.call(makeRecoveryCodes, {}, { as: rosa.as })
    // Another app replaces the first.
    later()
    await setUpApp(t, rosa.as)
    await t.call(turnSecondStepOff, {}, { as: rosa.as })
    await t.call(turnSecondStepOff, {}, { as: rosa.as })
    const on = 'Signing in to your account takes a second step now'
    const subjects = [
      on,
      'A recovery code was used to sign in to your account',
      'New recovery codes were made for your account',
      on,
      'Signing in to your account takes no second step any more',
    ]
    const { body: list } = await t.call(listNotifications, {}, { as: rosa.as })
    expect(list.data.map(({ title }) => title).reverse()).toEqual(subjects)
    for (const subject of subjects) await readLetter(t, rosa.email, `Subject: ${subject}`)
  })

  test('can’t be undone by “That wasn’t me” in a mail, however recent', {
    tags: ['SAFE-69', 'SAFE-70'],
  }, async () => {
    const press = async (email: string, subject: string) => {
      const letter = await readLetter(t, email, `Subject: ${subject}`)
      const [, token, id] = /not-me\?token=([\w-]+)&id=([\w-]+)/.exec(letter) ?? []
      expect((await t.call(reportNotMe, { body: { token, id } })).status).toBe(200)
      const sql = 'select second_step from app_user where email = $1'
      return (await t.database.pool.query(sql, [email])).rows
    }
    const stolen = await signUp(t, 'stolen@example.org')
    const options = (await t.call(startPasskey, {}, { as: stolen })).body.data
    const made = { response: newAuthenticator(origin).create(options), name: 'Phone' }
    await t.call(addPasskey, { body: made }, { as: stolen })
    await t.call(turnSecondStepOn, {}, { as: stolen })
    expect(await press('stolen@example.org', 'A passkey was added')).toEqual([{ second_step: true }])
    const { rows } = await t.database.pool.query('select count(*)::int as passkeys from passkey')
    expect(rows).toEqual([{ passkeys: 1 }])
    const owned = await addPersonWithApp(t, 'owned@example.org')
    await t.call(makeRecoveryCodes, {}, { as: owned.as })
    expect(await press(owned.email, 'New recovery codes')).toEqual([{ second_step: true }])
  })

  /** Returns a cookie of a device that the user's account knows. */
  async function cookieOf(email: string): Promise<string> {
    const cookie = 'known'
    await t.database.pool.query(
      `insert into known_device (hash, user_id, expires_at)
        select sha256($1), id, now() + interval '1 day' from app_user where email = $2`,
      [Buffer.from(cookie), email],
    )
    return `device=${cookie}`
  }

  test('is not made in a session that a new password ends meanwhile', { tags: ['SAFE-71'] }, async () => {
    const as = await signUp(t, 'ben@example.org')
    const mine = (await signIn('ben@example.org')).body.data.token
    const { secret } = (await t.call(startTotp, {}, { as })).body.data
    const body = { password, newPassword: other, confirmPassword: other }
    const replies = await inTurn<Reply>(
      t.database,
      // Not 'for update', for which jobs that mail the user would wait, too.
      `select from app_user where email = 'ben@example.org' for no key update`,
      [
        () => t.call(changePassword, { body }, { as: mine }),
        () => t.call(confirmTotp, { body: { code: codeOf(secret) } }, { as }),
      ],
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 401])
    expect(await security(mine ?? undefined)).toMatchObject({ totp: false, secondStep: false })
  })
})

describe('a server without sealing key', () => {
  let without: TestApp
  beforeAll(async () => {
    without = await testApp({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  })
  afterAll(() => without.close())

  test('offers no app and says so; passkeys and recovery codes work', { tags: ['SAFE-91'] }, async () => {
    const as = await signUp(without, 'ben@example.org')
    expect((await without.call(getSecurity, {}, { as })).body.data.isSetUp).toBe(false)
    await allMailed(t)
    const before = await fingerprint(t.database)
    for (const refused of [
      await without.call(startTotp, {}, { as }),
      await without.call(confirmTotp, { body: { code: '000000' } }, { as }),
    ]) {
      expect(textsOf(refused)).toEqual([409, notSetUp])
    }
    expect(await fingerprint(t.database)).toBe(before)
    const device = newAuthenticator(origin)
    const options = (await without.call(startPasskey, {}, { as })).body.data
    const body = { response: device.create(options), name: 'Phone' }
    expect((await without.call(addPasskey, { body }, { as })).status).toBe(200)
    const codes = (await without.call(turnSecondStepOn, {}, { as })).body.data.recoveryCodes ?? []
    const enter = () => without.call(login, { body: { email: 'ben@example.org', password } })
    const asked = (await enter()).body.data.secondStep
    expect(asked?.kinds).toEqual(['passkey', 'recovery'])
    expect((await take(asked?.ticket ?? '', { recoveryCode: codes[0] }, without)).status).toBe(200)
    const passkey = device.get((await without.call(getPasskeyChallenge)).body.data)
    expect(
      (await take((await enter()).body.data.secondStep?.ticket ?? '', { passkey }, without)).status,
    ).toBe(200)
  })

  test('lets a user who has only the app sign in by a recovery code', { tags: ['SAFE-91'] }, async () => {
    const asked = (await without.call(login, { body: { email: anna.email, password } })).body.data.secondStep
    expect(asked?.kinds).toEqual(['recovery'])
    later()
    expect((await take(asked?.ticket ?? '', { code: codeOf(anna.secret) }, without)).status).toBe(400)
    const entered = await take(asked?.ticket ?? '', { recoveryCode: anna.recoveryCodes[0] }, without)
    expect(entered.status).toBe(200)
  })
})
