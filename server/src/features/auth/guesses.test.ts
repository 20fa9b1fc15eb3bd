import { login, register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import { confirmIdentity } from '@tagalong/contract/features/auth/security.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { insertMailToken } from './links/links.db.ts'
import { hashing } from './passwords.ts'
import { hashOf, newToken } from './tokens.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const password = 'Playdate1!'

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const signIn = (email: string, word: string, address: string) =>
  t.call(login, { body: { email, password: word } }, from(address))

function signUp(email: string, address: string) {
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
  return t.call(register, { body }, from(address))
}

const counted = (replies: readonly Reply[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** One after the other: concurrent tries are another test's. */
async function inTurn(many: number, ask: (n: number) => Promise<Reply>): Promise<Reply[]> {
  const replies = []
  for (let n = 0; n < many; n += 1) replies.push(await ask(n))
  return replies
}

describe('guessing at many accounts from one IP address', () => {
  test('is limited to a hundred wrong passwords an hour', {
    tags: ['API-065'],
  }, async () => {
    await signUp('priya@example.org', '203.0.113.1')
    const guess = (n: number) => signIn(`nobody${n}@example.org`, 'Wrong1!x', '203.0.113.7')
    expect(counted(await inTurn(3, guess))).toEqual({ 400: 3 })
    // As if 95 more tries had been looked at in this hour.
    await t.database.pool.query(
      `update rate_limit set points = points + 95 where key like 'login-address:%' and points = 3`,
    )
    const tries = await inTurn(4, (n) => guess(n + 3))
    expect(counted(tries)).toEqual({ 400: 2, 429: 2 })
    expect((await signIn('priya@example.org', password, '203.0.113.7')).status).toBe(429)
    expect((await signIn('priya@example.org', password, '203.0.113.8')).status).toBe(200)
  })

  test('counts an IPv6 network as one address, and IPv4-mapped IPv6 as IPv4', {
    tags: ['API-065'],
  }, async () => {
    await signUp('priya@example.org', '203.0.113.1')
    const inNetwork = await inTurn(11, (n) =>
      signIn('priya@example.org', 'Wrong1!x', `2001:db8:1:2:${n + 1}::1`),
    )
    expect(counted(inNetwork)).toEqual({ 400: 10, 429: 1 })
    expect((await signIn('priya@example.org', 'Wrong1!x', '2001:db8:1:3::1')).status).toBe(400)
    const mapped = await inTurn(11, (n) =>
      signIn('priya@example.org', 'Wrong1!x', n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'),
    )
    expect(counted(mapped)).toEqual({ 400: 10, 429: 1 })
  })
})

describe('a hundred logins at once', () => {
  test('from one IP address don’t block other addresses: some wait, the rest get 429', {
    tags: ['API-065'],
  }, async () => {
    await signUp('priya@example.org', '203.0.113.1')
    const flood = Array.from({ length: 100 }, (_, n) =>
      signIn(`nobody${n}@example.org`, 'Wrong1!x', '203.0.113.7'),
    )
    const own = await signIn('priya@example.org', password, '203.0.113.8')
    expect(own.status).toBe(200)
    const replies = await Promise.all(flood)
    const counts = counted(replies)
    expect(counts[429]).toBeGreaterThan(0)
    expect((counts[400] ?? 0) + (counts[429] ?? 0)).toBe(100)
    const refused = replies.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    // Tries that weren't looked at didn't count.
    expect((await signIn('nobody@example.org', 'Wrong1!x', '203.0.113.7')).status).toBe(400)
  })
})

describe('a flood of logins from many IP addresses', () => {
  /** As if logins from 64 addresses were waiting meanwhile. */
  async function whileAllWait(look: (ended: Promise<void>) => Promise<void>): Promise<void> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const waiting = Array.from({ length: 64 }, (_, n) => hashing(`198.51.100.${n}`, () => ended))
    try {
      await look(ended)
    } finally {
      end()
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => undefined))
    }
  }

  test('leaves room for a device known to the same account', { tags: ['API-065'] }, async () => {
    await signUp('amara@example.org', '203.0.113.2')
    const signedUp = await signUp('priya@example.org', '203.0.113.1')
    const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';')
    const signInFromDevice = (email: string) =>
      t.call(login, { body: { email, password } }, { headers: { cookie } })
    const ofPriya = async () => 'priya@example.org'
    await whileAllWait(async (ended) => {
      expect((await signInFromDevice('priya@example.org')).status).toBe(200)
      expect((await signInFromDevice('amara@example.org')).status).toBe(429)
      expect((await signIn('priya@example.org', password, '203.0.113.3')).status).toBe(429)
      // Two at once for each account, and none takes another's places.
      for (let n = 0; n < 2; n += 1) void hashing('203.0.113.4', () => ended, ofPriya)
      expect((await signInFromDevice('priya@example.org')).status).toBe(429)
    })
    expect((await signIn('priya@example.org', password, '203.0.113.3')).status).toBe(200)
  })

  test('leaves room for a signed-in user and for a mailed reset link', { tags: ['API-065'] }, async () => {
    const { token } = (await signUp('priya@example.org', '203.0.113.1')).body.data
    const { rows } = await t.database.pool.query('select id from app_user')
    const link = { id: newId(), token: newToken() }
    await insertMailToken(t.database.kysely, {
      id: link.id,
      userId: rows[0].id,
      kind: 'reset',
      email: null,
      hash: hashOf(link.token),
      minutes: 60,
    })
    await whileAllWait(async () => {
      expect((await t.call(confirmIdentity, { body: { password } }, { as: token })).status).toBe(200)
      const fresh = { password: 'Sandbox-Sunny-42!', confirmPassword: 'Sandbox-Sunny-42!' }
      expect((await t.call(resetPassword, { body: { ...fresh, ...link } })).status).toBe(200)
    })
  })
})

describe('probing for known addresses by registering', () => {
  test('is limited to twenty refused registrations an hour from one IP address', {
    tags: ['API-066'],
  }, async () => {
    await signUp('priya@example.org', '203.0.113.1')
    const asked = await inTurn(21, () => signUp('priya@example.org', '2001:db8:1:2::1'))
    expect(counted(asked)).toEqual({ 400: 20, 429: 1 })
    expect(asked[0]?.body.error).toBe(m.prompt_auth_email_taken())
    expect((await signUp('amara@example.org', '2001:db8:1:2::2')).status).toBe(429)
    expect((await signUp('amara@example.org', '2001:db8:1:3::1')).status).toBe(201)
  })
})
