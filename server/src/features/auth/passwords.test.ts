import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  refresh,
  register,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail } from '@tagalong/contract/features/auth/links.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallOptions, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { fingerprint } from '#test/world.ts'
import { hashPassword } from './passwords.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const email = 'sunnykite@example.org'
const password = 'Playdate1!'
const other = 'Sandbox-Sunny-42!'

function signUp(word = password) {
  const body = {
    email,
    password: word,
    confirmPassword: word,
    tos: true,
    privacy: true,
    queryParams: [],
  }
  return t.call(register, { body })
}
const signIn = (word: string, options?: CallOptions) =>
  t.call(login, { body: { email, password: word } }, options)
const change = (as: Tokens | null, newPassword: string, present = password) =>
  t.call(changePassword, { body: { password: present, newPassword, confirmPassword: newPassword } }, { as })
const who = (as: Tokens | null) => t.call(whoami, {}, { as })
const tooEasy = 'That password is too easy to guess. Please choose another one.'

describe('a new password', () => {
  test('of fourteen characters must follow the other rules, a longer one need not', {
    tags: ['SAFE-53'],
  }, async () => {
    const short = await signUp('foursmallboots')
    expect([short.status, short.body.fields?.password]).toEqual([
      400,
      'Passwords should contain an uppercase letter',
    ])
    expect((await signUp('four small wet boots')).status).toBe(201)
    expect((await signIn('four small wet boots')).status).toBe(200)
  })

  test.each([
    'Password1!',
    'P@ssw0rd!',
    'Summer2026!',
    'passwordpassword',
    'aaaaaaaaaaaaaaa',
    'sunnykite1A!',
  ])('%s is refused as too easy to guess', { tags: ['SAFE-55'] }, async (word) => {
    const before = await fingerprint(t.database)
    const refused = await signUp(word)
    expect([refused.status, refused.body.fields]).toEqual([400, { password: tooEasy }])
    expect(await fingerprint(t.database)).toBe(before)
    const { token } = (await signUp()).body.data
    const changed = await change(token, word)
    expect([changed.status, changed.body.fields]).toEqual([400, { newPassword: tooEasy }])
    expect((await signIn(password)).status).toBe(200)
  })

  test('is too easy to guess if it is made of the installation’s brand name', {
    tags: ['SAFE-55'],
  }, async () => {
    const named = await testApp({ BRAND_NAME: 'Kite Friends' })
    const word = 'KiteFriends1!'
    const body = { email, password: word, confirmPassword: word, tos: true, privacy: true, queryParams: [] }
    const refused = await named.call(register, { body })
    await named.close()
    expect([refused.status, refused.body.fields]).toEqual([400, { password: tooEasy }])
    expect((await signUp(word)).status).toBe(201)
  })

  test('is checked when it is chosen, not at the sign-in', { tags: ['SAFE-55'] }, async () => {
    expect((await signUp(other)).status).toBe(201)
    await t.database.pool.query('update app_user set password_hash = $1', [await hashPassword('Password1!')])
    expect((await signIn('Password1!')).status).toBe(200)
  })
})

describe('a change of password', () => {
  test('requires the current password and ends all other sessions', { tags: ['SAFE-56'] }, async () => {
    const { token } = (await signUp()).body.data
    const elsewhere = (await signIn(password)).body.data.token
    // Without `mail_token`: meanwhile the mail about the other device adds its link.
    const rows = () => fingerprint(t.database, ['mail_token'])
    const before = await rows()
    const wrong = await change(token, other, 'Playdate2!')
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { password: 'That is not your password. Please try again.' },
    ])
    const differing = await t.call(
      changePassword,
      { body: { password, newPassword: other, confirmPassword: `${other}!` } },
      { as: token },
    )
    expect(differing.body.fields).toEqual({ confirmPassword: 'Passwords do not match' })
    expect(await rows()).toBe(before)

    expect((await change(token, other)).body).toEqual({ status: 200, data: {} })
    await isRefusedWithinASecond(() => who(elsewhere))
    expect((await who(token)).status).toBe(200)
    expect((await signIn(password)).status).toBe(400)
    expect((await signIn(other)).status).toBe(200)
  })

  const endDevice = async (as: Tokens) => {
    const { data } = (await t.call(listSessions, {}, { as })).body
    return t.call(endSession, { params: { id: data.find(({ isCurrent }) => !isCurrent)?._id } }, { as })
  }
  /** The tokens are used, and then presented again by a thief with a copy. */
  const noticeCopy = async (_own: Tokens, { refreshToken }: Tokens) => {
    const byToken = { headers: { 'x-refresh-token': refreshToken } }
    const { token } = (await t.call(refresh, {}, byToken)).body.data
    expect((await who(token)).status).toBe(200)
    await t.database.pool.query(`update refresh_token set replaced_at = replaced_at - interval '11 seconds'`)
    expect((await t.call(refresh, {}, byToken)).status).toBe(401)
  }
  test.each<[string, (as: Tokens, elsewhere: Tokens) => Promise<unknown>]>([
    ['it', (as) => change(as, other)],
    ['ending the other sessions', (as) => t.call(endOtherSessions, {}, { as })],
    ['ending that one', endDevice],
    ['a copy of its tokens', noticeCopy],
  ])('%s cancels a pending change of address', { tags: ['SAFE-56'] }, async (_what, end) => {
    const { token } = (await signUp()).body.data
    const elsewhere = (await signIn(password)).body.data.token as Tokens
    const asked = await t.call(changeEmail, { body: { email: 'thief@example.org' } }, { as: elsewhere })
    expect(asked.status).toBe(200)
    await end(token, elsewhere)
    const { rows } = await t.database.pool.query(
      `select used_at is not null as is_over from mail_token where kind = 'confirm-email'`,
    )
    expect(rows).toEqual([{ is_over: true }])
  })

  test('makes every known device unknown except the current one', { tags: ['SAFE-56'] }, async () => {
    const cookieOf = (reply: { headers: object }) =>
      String((reply.headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? ''
    const { token } = (await signUp()).body.data
    const stolen = cookieOf(await signIn(password))
    const own = cookieOf(await change(token, other))
    const from = (cookie: string) => ({ headers: { 'x-forwarded-for': '203.0.113.7', cookie } })
    for (let n = 0; n < 10; n += 1) await signIn('Wrong1!', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect((await signIn(other, from(stolen))).status).toBe(429)
    expect((await signIn(other, from(own))).status).toBe(200)
  })

  test('allows ten tries of the current password an hour', { tags: ['SAFE-56'] }, async () => {
    const { token } = (await signUp()).body.data
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => change(token, other, `Wrong${n}!`)))
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429])
    expect((await change(token, other)).status).toBe(429)
  })

  test('takes effect once if two are made at once, and ends the other session', {
    tags: ['SAFE-56'],
  }, async () => {
    const one = (await signUp()).body.data.token
    const two = (await signIn(password)).body.data.token
    const replies = await Promise.all([change(one, other), change(two, 'Sandbox-Rainy-42!')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    const [winner, loser] = replies[0]?.status === 200 ? [one, two] : [two, one]
    expect((await who(winner)).status).toBe(200)
    await isRefusedWithinASecond(() => who(loser))
  })
})
