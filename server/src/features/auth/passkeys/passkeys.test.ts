import { changePassword, login, register, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import { changeEmail, confirmEmail, reportNotMe } from '@tagalong/contract/features/auth/links.contract.ts'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  removePasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  getSecurity,
  sendMailCode,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import type { Assertion } from '@tagalong/contract/features/auth/webauthn.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallOptions, type Reply, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { type Authenticator, newAuthenticator } from '#test/authenticator.ts'
import { inTurn } from '#test/in-turn.ts'
import { readLetter } from '#test/outbox.ts'

const origin = 'https://play.example.org'
let t: TestApp
let own: Tokens
/** Petra's phone. */
let phone: Authenticator
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: origin })
})
beforeEach(async () => {
  await t.reset()
  own = await signUp('petra@example.org')
  phone = newAuthenticator(origin)
})
afterAll(() => t.close())

const password = 'Playdate1!'
const refused = [400, 'Login unsuccessful, please check your details and try again.']

async function signUp(email: string): Promise<Tokens> {
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] }
  return (await t.call(register, { body })).body.data.token
}

const start = (as = own) => t.call(startPasskey, {}, { as })
const challenge = async () => (await t.call(getPasskeyChallenge)).body.data
const signIn = (response: unknown, options?: CallOptions) =>
  t.call(loginByPasskey, { body: { response } }, options)

/** Makes a passkey on that device and adds it. */
async function add(device = phone, as = own, name = 'My phone') {
  const response = device.create((await start(as)).body.data)
  return t.call(addPasskey, { body: { response, name } }, { as })
}
const answer = async (
  ...otherwise: Parameters<Authenticator['get']> extends [unknown, ...infer R] ? R : never
) => phone.get(await challenge(), ...otherwise)

/** Blocks everything that changes how a user signs in. */
const lockUsers = 'select id from app_user for no key update'
const sessions = async () => (await t.database.pool.query('select from session')).rowCount
const minutesPass = (minutes: number) =>
  t.database.pool.query(`update auth_ticket set expires_at = expires_at - $1 * interval '1 minute'`, [
    minutes,
  ])

async function expectRefused(response: unknown) {
  const before = await sessions()
  const reply = await signIn(response)
  expect([reply.status, reply.body.error]).toEqual(refused)
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(await sessions()).toBe(before)
}

describe('a passkey', () => {
  test('is requested as discoverable, with verification preferred and no attestation', {
    tags: ['SAFE-57'],
  }, async () => {
    const { body } = await start()
    expect(body.data).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'play.example.org', name: 'Tagalong' },
      user: {
        id: expect.stringMatching(/^[\w-]{22}$/),
        name: 'petra@example.org',
        displayName: 'petra@example.org',
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
    })
    expect(await challenge()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'play.example.org',
      timeout: 300_000,
      userVerification: 'preferred',
    })
  })

  test('is added under a name, signs in, and is refused once removed', {
    tags: ['SAFE-57'],
  }, async () => {
    const added = await add()
    expect(added.body.data).toEqual({
      _id: expect.stringMatching(/^[\w-]+$/),
      name: 'My phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    const id = added.body.data._id
    expect((await start()).body.data.excludeCredentials).toEqual([
      { id, type: 'public-key', transports: ['internal'] },
    ])

    const signedIn = await signIn(await answer())
    expect(signedIn.body.data.redirectUrl).toBe('/onboarding')
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Host-device=/)
    const { body } = await t.call(whoami, {}, { as: signedIn.body.data.token })
    expect(body.data.user.email).toBe('petra@example.org')
    expect(Date.now() - Date.parse(String(body.data.user.lastLoginAt))).toBeLessThan(60_000)
    const { rows } = await t.database.pool.query(
      `select counter, last_used_at > created_at as was_used from passkey`,
    )
    expect(rows).toEqual([{ counter: 1, was_used: true }])

    expect((await t.call(removePasskey, { params: { id } }, { as: own })).body.data).toEqual({})
    await expectRefused(await answer())
    expect((await t.call(removePasskey, { params: { id } }, { as: own })).status).toBe(404)
  })

  test('of a paused account still signs in', { tags: ['SAFE-57'] }, async () => {
    await add()
    await t.database.pool.query(`update app_user set standing = 'suspended', standing_until = 'infinity'`)
    expect((await signIn(await answer())).status).toBe(200)
  })

  test('signs in whatever its counter shows', { tags: ['SAFE-57'] }, async () => {
    await add()
    for (const counter of [7, 3, 3, 0]) {
      expect((await signIn(await answer({ counter }))).status, String(counter)).toBe(200)
    }
  })
})

describe('the passkey login opens no session for', () => {
  beforeEach(async () => void (await add()))

  test('an answer that was given before', { tags: ['SAFE-58'] }, async () => {
    const response = await answer()
    expect((await signIn(response)).status).toBe(200)
    await expectRefused(response)
  })

  test('all but one copy of an answer sent many times at once', { tags: ['SAFE-58'] }, async () => {
    const before = await sessions()
    const response = await answer()
    const replies = await Promise.all(Array.from({ length: 6 }, () => signIn(response)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await sessions()).toBe(Number(before) + 1)
  })

  test('an answer to a challenge five minutes old', { tags: ['SAFE-58'] }, async () => {
    const response = await answer()
    await minutesPass(5)
    await expectRefused(response)
    const inTime = await answer()
    await minutesPass(4.9)
    expect((await signIn(inTime)).status).toBe(200)
  })

  test.each([
    ['of a page of another host', { origin: 'https://play.example.com' }],
    ['of a page below our host', { origin: 'https://evil.play.example.org' }],
    ['of a page without TLS', { origin: 'http://play.example.org' }],
    ['of a page on another port', { origin: 'https://play.example.org:8443' }],
    ['that makes no sense as a page', { origin: 'null' }],
    ['given in the frame of another page', { crossOrigin: true }],
    ['signed for another host', { host: 'example.org' }],
    ['that was made to add a passkey', { type: 'webauthn.create' }],
    ['of somebody else by its own word', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('an answer %s', { tags: ['SAFE-58'] }, async (_which, otherwise) => {
    await expectRefused(await answer(otherwise))
  })

  test('an answer to an unknown challenge, or to one of another kind', {
    tags: ['SAFE-58'],
  }, async () => {
    const own = await challenge()
    await expectRefused(phone.get({ ...own, challenge: 'AAAA' }))
    await expectRefused(phone.get({ ...own, challenge: (await start()).body.data.challenge }))
    await t.database.pool.query(`update auth_ticket set kind = 'mail-code'`)
    await expectRefused(phone.get(own))
  })

  test('a passkey made under our host’s former name', { tags: ['SAFE-58'] }, async () => {
    await t.database.pool.query(`update passkey set rp_id = 'old.example.org'`)
    await expectRefused(await answer())
  })

  test('a passkey that is just being removed', { tags: ['SAFE-58'] }, async () => {
    const { rows } = await t.database.pool.query('select credential_id from passkey')
    const [params, response] = [{ id: rows[0].credential_id }, await answer()]
    const replies = await inTurn<Reply>(t.database, lockUsers, [
      () => t.call(removePasskey, { params }, { as: own }),
      () => signIn(response),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 400])
  })

  test('an unknown passkey, or one with another passkey’s signature', {
    tags: ['SAFE-58'],
  }, async () => {
    const stranger = newAuthenticator(origin)
    stranger.create((await start()).body.data)
    await expectRefused(stranger.get(await challenge()))
    const [{ id, rawId, response: mine }, theirs] = [await answer(), stranger.get(await challenge())]
    await expectRefused({
      ...theirs,
      id,
      rawId,
      response: { ...theirs.response, userHandle: mine.userHandle },
    })
  })

  test('malformed bytes', { tags: ['SAFE-58'] }, async () => {
    const right = await answer()
    const broken: Partial<Assertion['response']>[] = [
      { clientDataJSON: 'AAAA' },
      { clientDataJSON: Buffer.from('null').toString('base64url') },
      { clientDataJSON: Buffer.from('{"challenge":1,"origin":{}}').toString('base64url') },
      { authenticatorData: 'AAAA' },
      { signature: 'AAAA' },
    ]
    for (const response of broken) {
      await expectRefused({ ...right, response: { ...right.response, ...response } })
    }
  })

  test('any answer from an IP address after a hundred wrong ones in an hour', {
    tags: ['SAFE-58'],
  }, async () => {
    const from = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    const wrong = await answer({ host: 'example.org' })
    expect((await signIn(wrong, from)).status).toBe(400)
    await t.database.pool.query(
      `update rate_limit set points = points + 98 where key like 'passkey-address:%' and points = 1`,
    )
    // A right passkey restores its try.
    expect((await signIn(await answer(), from)).status).toBe(200)
    expect((await signIn(wrong, from)).status).toBe(400)
    expect((await signIn(await answer(), from)).status).toBe(429)
    expect((await signIn(await answer())).status).toBe(200)
  })
})

describe('adding a passkey', () => {
  const couldNot = [400, "That passkey couldn't be added. Please try again."]
  const outcome = async (response: unknown, as = own) => {
    const { status, body } = await t.call(addPasskey, { body: { response, name: 'Key' } }, { as })
    return [status, body.error]
  }

  test('is refused for another site or user, too late, and a second time', {
    tags: ['SAFE-58'],
  }, async () => {
    const other = await signUp('otto@example.org')
    const make = async (...more: [Parameters<Authenticator['create']>[1]?]) =>
      phone.create((await start()).body.data, ...more)
    expect(await outcome(await make({ origin: 'https://play.example.com' }))).toEqual(couldNot)
    expect(await outcome(await make({ host: 'example.com' }))).toEqual(couldNot)
    expect(await outcome(await make({ crossOrigin: true }))).toEqual(couldNot)
    expect(await outcome(await make({ type: 'webauthn.get' }))).toEqual(couldNot)
    expect(await outcome(await make({ id: 'AAAA' }))).toEqual(couldNot)
    expect(await outcome(await make(), other)).toEqual(couldNot)
    const late = await make()
    await minutesPass(5)
    expect(await outcome(late)).toEqual(couldNot)
    const once = await make()
    expect((await outcome(once))[0]).toBe(200)
    expect(await outcome(once)).toEqual(couldNot)
    const { rows } = await t.database.pool.query('select name, rp_id from passkey')
    expect(rows).toEqual([{ name: 'Key', rp_id: 'play.example.org' }])
  })

  test('is refused if another user already has that passkey', { tags: ['SAFE-58'] }, async () => {
    await add()
    const other = await signUp('otto@example.org')
    const theirs = newAuthenticator(origin)
    const taken = theirs.create((await start(other)).body.data)
    // As if that device had given its passkey the id of Petra's.
    await t.database.pool.query('update passkey set credential_id = $1', [taken.id])
    expect(await outcome(taken, other)).toEqual(couldNot)
    const { rows } = await t.database.pool.query('select name from passkey')
    expect(rows).toEqual([{ name: 'My phone' }])
  })

  test('ignores an attestation that was not requested', { tags: ['SAFE-58'] }, async () => {
    const made = phone.create((await start()).body.data, { format: 'packed' })
    expect((await outcome(made))[0]).toBe(200)
    expect((await signIn(await answer())).status).toBe(200)
  })

  test('is refused if the session ends meanwhile', { tags: ['SAFE-58'] }, async () => {
    const made = phone.create((await start()).body.data)
    const end = `with held as (${lockUsers}) update session set revoked_at = now() from held`
    const [reply] = await inTurn(t.database, end, [() => outcome(made)])
    expect(reply?.[0]).toBe(401)
  })

  test('requires a name of 1 to 50 characters', { tags: ['SAFE-57'] }, async () => {
    for (const name of ['', '   ', 'x'.repeat(51)]) expect((await add(phone, own, name)).status).toBe(400)
    expect((await add(phone, own, ` ${'x'.repeat(50)} `)).body.data.name).toBe('x'.repeat(50))
  })

  test('stops at ten passkeys, even if several are added at once', { tags: ['SAFE-57'] }, async () => {
    for (let n = 0; n < 8; n += 1) await add()
    const responses = []
    for (let n = 0; n < 4; n += 1) responses.push(phone.create((await start()).body.data))
    const calls = responses.map((response) => () => outcome(response))
    const replies = await inTurn(t.database, lockUsers, calls)
    const full = [409, 'You have ten passkeys already. Please remove one first.']
    expect(replies.sort()).toEqual([[200, undefined], [200, undefined], full, full])
    const beyond = await start()
    expect([beyond.status, beyond.body.error]).toEqual(full)
  })
})

describe('after our host was renamed', () => {
  const rename = (host: string) => t.database.pool.query('update passkey set rp_id = $1', [host])
  const security = async () => (await t.call(getSecurity, {}, { as: own })).body.data
  const logIn = () => t.call(login, { body: { email: 'petra@example.org', password } })

  test('an older passkey is neither a way to sign in nor counted', {
    tags: ['SAFE-58'],
  }, async () => {
    await add()
    await t.call(turnSecondStepOn, {}, { as: own })
    await rename('old.example.org')
    expect((await logIn()).body.data.secondStep?.kinds).toEqual(['recovery'])
    expect(await security()).toMatchObject({ passkeys: [], secondStep: true, codesLeft: 10 })
    expect((await start()).body.data.excludeCredentials).toEqual([])
    await t.call(turnSecondStepOff, {}, { as: own })
    const { status, body } = await t.call(turnSecondStepOn, {}, { as: own })
    expect([status, body.error]).toEqual([409, 'Please set up a passkey or the app first.'])
  })

  test('removing the last current passkey turns the second step off', { tags: ['SAFE-57'] }, async () => {
    await add()
    await rename('old.example.org')
    const { body } = await add(newAuthenticator(origin))
    await t.call(turnSecondStepOn, {}, { as: own })
    await t.call(removePasskey, { params: { id: body.data._id } }, { as: own })
    expect(await security()).toMatchObject({ passkeys: [], secondStep: false })
  })
})

describe('another user’s passkey', () => {
  test('can be neither seen nor removed', { tags: ['SAFE-57'] }, async () => {
    const { body } = await add()
    const other = await signUp('otto@example.org')
    const reply = await t.call(removePasskey, { params: { id: body.data._id } }, { as: other })
    expect(reply.status).toBe(404)
    expect((await start(other)).body.data.excludeCredentials).toEqual([])
    expect((await signIn(await answer())).status).toBe(200)
  })
})

describe('with strict safety, an administrator', () => {
  let strict: TestApp
  beforeAll(async () => {
    // Both apps share one outbox.
    strict = await testApp({ PUBLIC_URL: origin, SAFETY: 'strict', DATA_DIR: t.dataDir })
  })
  afterAll(() => strict.close())
  const setAdmin = (isAdmin: boolean) => t.database.pool.query('update app_user set is_admin = $1', [isAdmin])

  const addStrictly = async (mailCode?: string) => {
    const response = phone.create((await strict.call(startPasskey, {}, { as: own })).body.data)
    const body = { response, name: 'Key', ...(mailCode && { mailCode }) }
    return strict.call(addPasskey, { body }, { as: own })
  }
  const remove = async (id: string) => {
    const { status, body } = await strict.call(removePasskey, { params: { id } }, { as: own })
    return [status, body.error]
  }

  test('needs a mailed code to add the first passkey, but not for others', {
    tags: ['SAFE-64'],
  }, async () => {
    await setAdmin(true)
    await strict.call(sendMailCode, {}, { as: own })
    const code = /Enter (\d{6})/.exec(await readLetter(t, 'petra@example.org', /Enter \d{6}/))?.[1] ?? ''
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const without = [await addStrictly(), await addStrictly(other)]
    expect(without.map(({ status, body }) => [status, body.fields])).toEqual([
      [400, { mailCode: 'Please enter the code that we mailed you' }],
      [400, { mailCode: "That's not the code. Please check it and try again." }],
    ])
    expect((await addStrictly(code)).status).toBe(200)
    expect((await addStrictly()).status).toBe(200)
  })

  test('can’t remove the last passkey while they are an administrator', { tags: ['SAFE-65'] }, async () => {
    const [first, second] = [(await add()).body.data._id, (await add()).body.data._id]
    await t.call(turnSecondStepOn, {}, { as: own })
    await setAdmin(true)
    expect(await remove(first)).toEqual([200, undefined])
    expect(await remove(second)).toEqual([409, 'Administrators need a second step.'])
    expect((await signIn(await answer())).body.data.token).not.toBeNull()
    await setAdmin(false)
    expect(await remove(second)).toEqual([200, undefined])
    const { body } = await t.call(getSecurity, {}, { as: own })
    expect(body.data).toMatchObject({ passkeys: [], secondStep: false, codesLeft: 0 })
  })
})

test('undoing a change of address removes the passkeys added since, and no older ones', {
  tags: ['PROFILE-32', 'SAFE-57'],
}, async () => {
  await add()
  const open = async (address: string) => {
    const link = /[?&]token=([\w-]+)&id=([\w-]+)/.exec(await readLetter(t, address, /\/confirm-email/))
    const body = { token: link?.[1], id: link?.[2] }
    return (await t.call(confirmEmail, { body })).body.data.isUndone
  }
  await t.call(changeEmail, { body: { email: 'thief@example.org' } }, { as: own })
  expect(await open('thief@example.org')).toBe(false)
  const thiefs = newAuthenticator(origin)
  expect((await add(thiefs)).status).toBe(200)
  expect(await open('petra@example.org')).toBe(true)
  await expectRefused(thiefs.get(await challenge()))
  expect((await signIn(await answer())).status).toBe(200)
})

const subject = (fact: string) => new RegExp(`Subject: ${fact}`)

describe('a passkey’s owner', () => {
  const added = subject('A passkey was added')

  test('is notified of each passkey that was added or removed', { tags: ['SAFE-70'] }, async () => {
    own = await signUp('told@example.org')
    const { body } = await add()
    await t.call(removePasskey, { params: { id: body.data._id } }, { as: own })
    for (const fact of [added, subject('A passkey was removed')]) {
      expect(await readLetter(t, 'told@example.org', fact)).toContain('/not-me?token=')
    }
    const { rows } = await t.database.pool.query('select message from notification order by created_at')
    expect(rows.map(({ message }) => message)).toEqual(['security.passkeyAdded', 'security.passkeyRemoved'])
  })

  test('removes an intruder’s passkey by “That wasn’t me” and keeps their own', {
    tags: ['SAFE-57', 'SAFE-70'],
  }, async () => {
    own = await signUp('first@example.org')
    await add()
    await readLetter(t, 'first@example.org', added)
    // As if an hour ago, with later mails to another address.
    await t.database.pool.query(`update passkey set created_at = created_at - interval '1 hour'`)
    await t.database.pool.query(`update app_user set email = 'kept@example.org' where email like 'first@%'`)
    const thiefs = newAuthenticator(origin)
    expect((await add(thiefs, own, 'Another')).status).toBe(200)
    const link = /not-me\?token=([\w-]+)&id=([\w-]+)/.exec(await readLetter(t, 'kept@example.org', added))
    expect((await t.call(reportNotMe, { body: { token: link?.[1], id: link?.[2] } })).status).toBe(200)
    await expectRefused(thiefs.get(await challenge()))
    expect((await signIn(await answer())).status).toBe(200)
  })
})

describe('the older of two security mails', () => {
  test('still removes its passkey after the newer mail was used', {
    tags: ['SAFE-57', 'SAFE-70'],
  }, async () => {
    own = await signUp('twice@example.org')
    const thiefs = newAuthenticator(origin)
    await add(thiefs, own, 'Another')
    const linkIn = (letter: string) => {
      const [, token, id] = /not-me\?token=([\w-]+)&id=([\w-]+)/.exec(letter) ?? []
      return { token, id }
    }
    const older = linkIn(await readLetter(t, 'twice@example.org', subject('A passkey was added')))
    for (const sql of [
      `update passkey set created_at = created_at - interval '1 hour'`,
      `update mail_token set expires_at = expires_at - interval '1 hour'`,
    ])
      await t.database.pool.query(sql)
    const body = { password, newPassword: 'Sandbox-Sunny-42!', confirmPassword: 'Sandbox-Sunny-42!' }
    expect((await t.call(changePassword, { body }, { as: own })).status).toBe(200)
    const changed = await readLetter(t, 'twice@example.org', subject('Your password was changed'))
    expect((await t.call(reportNotMe, { body: linkIn(changed) })).status).toBe(200)
    expect((await t.call(reportNotMe, { body: older })).status).toBe(200)
    await expectRefused(thiefs.get(await challenge()))
  })
})

test('adding and removing passkeys needs a fresh session', { tags: ['SAFE-71'] }, async () => {
  const { body } = await add()
  const made = phone.create((await start()).body.data)
  await t.database.pool.query(`update session set confirmed_at = now() - interval '15 minutes'`)
  const stale = async () => [
    (await start()).body.error,
    (await t.call(addPasskey, { body: { response: made, name: 'Key' } }, { as: own })).body.error,
    (await t.call(removePasskey, { params: { id: body.data._id } }, { as: own })).body.error,
  ]
  expect(new Set(await stale())).toEqual(new Set(["Please confirm that it's you."]))
  await t.call(confirmIdentity, { body: { password } }, { as: own })
  expect(await stale()).toEqual([undefined, undefined, undefined])
})
