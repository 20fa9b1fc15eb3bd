import { listAuditLog } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { login, logout, refresh, register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'
import { sweep } from '#jobs/sweep.ts'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { addParent, addPerson, expireAccess, expireSession, fingerprint, type Person } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const details = {
  email: 'Priya@Example.org',
  password: 'Playdate1!',
  confirmPassword: 'Playdate1!',
  tos: true,
  privacy: true,
  queryParams: [{ name: 'source', value: 'friend' }],
}
const signIn = { email: details.email, password: details.password }

function who(tokens: Tokens | null) {
  return t.call(whoami, {}, { as: tokens })
}

function refreshWith(refreshToken: string) {
  return t.send('GET', '/api/auth/refresh', { headers: { 'x-refresh-token': refreshToken } })
}

async function makeOlder(seconds: number) {
  await t.database.pool.query(
    `update refresh_token set replaced_at = replaced_at - $1 * interval '1 second'`,
    [seconds],
  )
}

describe('registering', () => {
  test('returns a session and keeps the page’s query parameters', {
    tags: ['API-005', 'API-066', 'API-067', 'API-068', 'API-069', 'API-070'],
  }, async () => {
    const reply = await t.call(register, { body: details })
    expect(reply.status).toBe(201)
    expect(reply.body.data).toMatchObject({ redirectUrl: '/onboarding', confirmationRedirect: null })
    expect(reply.body.data.token).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      tokenType: 'Bearer',
    })
    const me = await who(reply.body.data.token)
    expect(me.body.data.user).toMatchObject({
      email: details.email,
      caregiverProfile: null,
      queryParams: details.queryParams,
    })
  })

  test.each([
    [{ confirmPassword: 'Playdate2!' }, 'confirmPassword', 'Passwords do not match'],
    [{ privacy: false }, 'privacy', 'You must accept the privacy policy'],
    [{ tos: false }, 'tos', 'You must accept the terms of service'],
    [{ email: 'abc' }, 'email', 'Invalid email address'],
    [
      { password: 'Aa1!xyz', confirmPassword: 'Aa1!xyz' },
      'password',
      'Passwords should be at least 8 characters',
    ],
    [
      { password: 'AAAA1111!', confirmPassword: 'AAAA1111!' },
      'password',
      'Passwords should contain a lowercase letter',
    ],
    [
      { password: 'aaaa1111!', confirmPassword: 'aaaa1111!' },
      'password',
      'Passwords should contain an uppercase letter',
    ],
    [
      { password: 'Aaaaaaaa!', confirmPassword: 'Aaaaaaaa!' },
      'password',
      'Passwords should contain a number',
    ],
    [
      { password: 'Aaaa1111', confirmPassword: 'Aaaa1111' },
      'password',
      'Passwords should contain a special character',
    ],
  ])(
    'refuses %j at %s with ‘%s’ and changes nothing',
    {
      tags: [
        'AUTH-59',
        'AUTH-60',
        'AUTH-61',
        'AUTH-62',
        'AUTH-63',
        'AUTH-64',
        'AUTH-65',
        'AUTH-66',
        'AUTH-67',
        'API-001',
        'API-071',
      ],
    },
    async (change: object, field: string, text: string) => {
      const before = await fingerprint(t.database)
      const reply = await t.call(register, { body: { ...details, ...change } })
      expect(reply.status).toBe(400)
      expect(reply.body.fields?.[field]).toBe(text)
      expect(reply.body.error).toBe(text)
      expect(await fingerprint(t.database)).toBe(before)
    },
  )

  test('refuses an address that is taken, whatever its case', {
    tags: ['API-071'],
  }, async () => {
    await t.call(register, { body: details })
    const again = await t.call(register, { body: { ...details, email: 'priya@example.org' } })
    expect([again.status, again.body.error]).toEqual([400, m.prompt_auth_email_taken()])
  })

  test('refuses more than 20 query parameters or long ones, and drops secrets among them', {
    tags: ['API-067'],
  }, async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `n${index}`, value: 'v' }))
    expect((await t.call(register, { body: { ...details, queryParams: many } })).status).toBe(400)
    const long = [{ name: 'n'.repeat(65), value: 'v' }]
    expect((await t.call(register, { body: { ...details, queryParams: long } })).status).toBe(400)
    const secret = [
      { name: 'password', value: 'hunter2' },
      { name: 'invite', value: 'abc' },
      { name: 'inviter', value: 'x' },
    ]
    const reply = await t.call(register, { body: { ...details, queryParams: secret } })
    expect((await who(reply.body.data.token)).body.data.user.queryParams).toEqual([
      { name: 'inviter', value: 'x' },
    ])
  })
})

describe('signing in', () => {
  beforeEach(async () => {
    await t.call(register, { body: details })
  })

  test('the right password returns a token and the page to open', {
    tags: ['API-062', 'API-063', 'API-064'],
  }, async () => {
    const reply = await t.call(login, { body: { ...signIn, email: ' priya@example.ORG ' } })
    expect(reply.status).toBe(200)
    expect(reply.body.data.redirectUrl).toBe('/onboarding')
    expect((await who(reply.body.data.token)).body.data.user.lastLoginAt).not.toBeNull()
  })

  test('an administrator without a profile is sent to the Admin pages', {
    tags: ['API-064', 'AUTH-50'],
  }, async () => {
    expect(await grantAdmin(t.database, details.email)).toBe('granted')
    expect((await t.call(login, { body: signIn })).body.data.redirectUrl).toBe('/admin')
  })

  test('an unknown address and a wrong password are answered with the same bytes', {
    tags: ['API-065'],
  }, async () => {
    const wrong = await t.call(login, { body: { ...signIn, password: 'Wrong1!' } })
    const unknown = await t.call(login, { body: { ...signIn, email: 'nobody@example.org' } })
    expect([wrong.status, wrong.body.error]).toEqual([400, m.prompt_auth_login_refused()])
    expect(unknown.text).toBe(wrong.text)
  })

  test('an empty address and an empty password are each refused at their field', {
    tags: ['AUTH-57', 'AUTH-58'],
  }, async () => {
    const reply = await t.call(login, { body: { email: '', password: '' } })
    expect(reply.body.fields).toEqual({
      email: 'Please provide your email address',
      password: 'Please provide your password',
    })
  })

  test('after ten wrong passwords from an IP address the right one is refused there, but not elsewhere', {
    tags: ['API-065'],
  }, async () => {
    const here = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await t.call(login, { body: { ...signIn, password: 'Wrong1!' } }, here)).status).toBe(400)
    }
    const refused = await t.call(login, { body: signIn }, here)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await t.call(login, { body: signIn })).status).toBe(200)
  })
})

describe('the session', () => {
  let person: Person
  beforeEach(async () => {
    person = await addPerson(t.database)
  })

  test('whoami returns the user, the administrator flag and the profile', {
    tags: ['API-002', 'API-003', 'API-004', 'API-006', 'API-073'],
  }, async () => {
    const parent = await addParent(t.database)
    const reply = await who(parent)
    expect(reply.body.data).toMatchObject({
      isLoggedIn: true,
      user: {
        _id: parent.userId,
        email: parent.email,
        permissions: { isAdmin: false },
        queryParams: [],
        profileImageKey: null,
        caregiverProfile: { _id: parent.caregiverId, phoneNumber: parent.phoneNumber, user: parent.userId },
      },
    })
    expect(reply.body.data.user.createdAt).toMatch(/Z$/)
  })

  test('an expired access token of a live family gets 302 to refresh, without Location and not cached', {
    tags: ['API-040', 'API-044'],
  }, async () => {
    await expireAccess(t.database, person)
    const reply = await who(person)
    expect(reply.status).toBe(302)
    expect(reply.headers.location).toBeUndefined()
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toEqual({ status: 302, shouldRefresh: true })
  })

  test('the 302 is sent before any handler runs, so that nothing changes', {
    tags: ['API-044'],
  }, async () => {
    const parent = await addParent(t.database)
    await expireAccess(t.database, parent)
    const before = await fingerprint(t.database)
    const reply = await t.send('POST', '/api/app/connection', {
      as: parent,
      payload: { inviteeName: 'Kim', inviteePhoneNumber: '+15103340999' },
    })
    expect(reply.status).toBe(302)
    expect(await fingerprint(t.database)).toBe(before)
  })

  test('a call without a live family gets 401', { tags: ['API-044', 'API-045'] }, async () => {
    await expireSession(t.database, person)
    expect((await who(person)).status).toBe(401)
    expect((await t.send('GET', '/api/auth/whoami')).status).toBe(401)
    expect(
      (await t.send('GET', '/api/auth/whoami', { headers: { authorization: 'Bearer nonsense' } })).status,
    ).toBe(401)
    expect(
      (await t.send('GET', '/api/auth/whoami', { headers: { authorization: 'Basic eDp5' } })).status,
    ).toBe(401)
  })

  test('refreshing rotates the pair, and the new one works', { tags: ['API-074', 'API-075'] }, async () => {
    const reply = await refreshWith(person.refreshToken)
    expect(reply.status).toBe(200)
    const { token } = reply.body.data as { token: Tokens & { tokenType: string } }
    expect(token.tokenType).toBe('Bearer')
    expect(token.accessToken).not.toBe(person.accessToken)
    expect(token.refreshToken).not.toBe(person.refreshToken)
    expect((await who(token)).status).toBe(200)
    expect((await refreshWith(token.refreshToken)).status).toBe(200)
  })

  test('eight tabs that refresh at once get the same pair', { tags: ['API-075'] }, async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => refreshWith(person.refreshToken)))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const stored = await t.database.pool.query(
      'select count(*)::int as n from refresh_token where session_id = $1',
      [person.sessionId],
    )
    expect(stored.rows[0].n).toBe(2)
  })

  test('a refresh token reused after 10 s of grace revokes its whole family', {
    tags: ['API-075'],
  }, async () => {
    const { token } = (await refreshWith(person.refreshToken)).body.data as { token: Tokens }
    await makeOlder(6)
    expect((await refreshWith(person.refreshToken)).status).toBe(200)
    expect((await who(token)).status).toBe(200)
    await makeOlder(5)
    expect((await refreshWith(person.refreshToken)).status).toBe(401)
    expect((await refreshWith(token.refreshToken)).status).toBe(401)
    await isRefusedWithinASecond(() => who(token))
  })

  test('a used refresh token gives the same pair until that pair is used', {
    tags: ['API-075'],
  }, async () => {
    const lost = (await refreshWith(person.refreshToken)).body.data as { token: Tokens }
    await makeOlder(3600)
    await expireAccess(t.database, person)
    await sweep(t.database.kysely)
    const again = await refreshWith(person.refreshToken)
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual(lost)
    // Refreshing also counts as using the pair. After that, the first token is a copy.
    expect((await refreshWith(lost.token.refreshToken)).status).toBe(200)
    expect((await refreshWith(person.refreshToken)).status).toBe(401)
    expect((await refreshWith(lost.token.refreshToken)).status).toBe(401)
  })

  test('logging out ends only this session, within a second', {
    tags: ['API-072'],
  }, async () => {
    const first = (await t.call(register, { body: details })).body.data.token
    const second = (await t.call(login, { body: signIn })).body.data.token
    // Puts both in this process's cache.
    expect([(await who(first)).status, (await who(second)).status]).toEqual([200, 200])
    expect((await t.call(logout, {}, { as: first })).body).toEqual({ status: 200, data: {} })
    await isRefusedWithinASecond(() => who(first))
    expect((await refreshWith(first.refreshToken)).status).toBe(401)
    expect((await who(second)).status).toBe(200)
  })

  test('a revocation by another process takes effect within a second', { tags: ['API-045'] }, async () => {
    const parent = await addParent(t.database)
    expect((await who(parent)).status).toBe(200)
    await t.database.pool.query('update session set revoked_at = now() where id = $1', [parent.sessionId])
    await isRefusedWithinASecond(() => who(parent))
  })

  test('no token is stored in plain text', { tags: ['API-044'] }, async () => {
    const { token } = (await refreshWith(person.refreshToken)).body.data as { token: Tokens }
    const tables = await t.database.pool.query(
      `select string_agg(row_to_json(a)::text || row_to_json(r)::text, '') as all
       from access_token a, refresh_token r`,
    )
    for (const secret of [token.accessToken, token.refreshToken, person.refreshToken]) {
      expect(tables.rows[0].all).not.toContain(secret)
      expect(tables.rows[0].all).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('an open session gains administration when it is granted; the last administrator can’t be revoked', {
    tags: ['API-073', 'AUTH-02'],
  }, async () => {
    const parent = await addParent(t.database)
    expect((await who(parent)).body.data.user.permissions.isAdmin).toBe(false)
    expect(await grantAdmin(t.database, parent.email.toUpperCase())).toBe('granted')
    expect(await grantAdmin(t.database, parent.email)).toBe('already')
    expect(await grantAdmin(t.database, 'nobody@example.org')).toBe('unknown')
    expect((await who(parent)).body.data.user.permissions.isAdmin).toBe(true)
    expect(await revokeAdmin(t.database, parent.email)).toBe('last')
    const other = await addPerson(t.database, { isAdmin: true })
    expect(await revokeAdmin(t.database, parent.email)).toBe('revoked')
    expect(await revokeAdmin(t.database, other.email)).toBe('last')
    const subject = { kind: 'user', _id: parent.userId }
    const { data } = (await t.call(listAuditLog, {}, { as: other })).body
    expect(data).toMatchObject([
      {
        actor: { email: null },
        action: 'users.save',
        subject,
        changes: { isAdmin: { before: true, after: false } },
      },
      {
        actor: { email: null },
        action: 'users.save',
        subject,
        changes: { isAdmin: { before: false, after: true } },
      },
    ])
  })

  test('refreshing without a valid token gets 401', { tags: ['API-074', 'API-075'] }, async () => {
    expect((await t.call(refresh)).status).toBe(401)
    expect((await refreshWith('nonsense')).status).toBe(401)
  })
})
