import { randomBytes } from 'node:crypto'
import { login, whoami } from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  addPasskey,
  removePasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  confirmTotp,
  getSecurity,
  removeTotp,
  sendMailCode,
  startTotp,
  takeSecondStep,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import { listUsers } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdmin, revokeAdmin } from '#features/users/users.service.ts'
import { type Reply, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { newAuthenticator } from '#test/authenticator.ts'
import { allMailed } from '#test/outbox.ts'
import { mailedCode, password, setUpApp, signUp } from '#test/second-step.ts'
import { appCode } from '#test/totp.ts'
import { addPerson, fingerprint } from '#test/world.ts'

const SEAL_KEY = randomBytes(32).toString('base64')
const origin = 'http://localhost:3000'
const needed = 'Please set up your second step first.'
const stays = 'Administrators need a second step.'
const notFresh = "Please confirm that it's you."
const codeWrong = "That's not the code. Please check it and try again."

/** With strict safety, and with relaxed safety. */
let t: TestApp
let relaxed: TestApp
let as: Tokens
/** A new one per test: mails of earlier tests stay in the outbox. */
let email: string
let made = 0
beforeAll(async () => {
  t = await testApp({ SAFETY: 'strict', SEAL_KEY })
  // Both apps share one outbox.
  relaxed = await testApp({ SEAL_KEY, DATA_DIR: t.dataDir })
})
beforeEach(async () => {
  await t.reset()
  made += 1
  email = `admin${made}@example.org`
  as = await signUp(t, email)
  expect(await grantAdmin(t.database, email)).toBe('granted')
})
afterAll(async () => {
  await relaxed.close()
  await t.close()
})

const textsOf = ({ status, body }: Reply) => [status, body.error]
const usersBy = async (tokens: Tokens | null, at = t) => at.call(listUsers, {}, { as: tokens })
const security = async () => (await t.call(getSecurity, {}, { as })).body.data
const hoursPass = (hours: number) =>
  t.database.pool.query(`update session set confirmed_at = confirmed_at - $1 * interval '1 hour'`, [hours])
const fresh = () => t.database.pool.query('update session set confirmed_at = now()')
async function addKey(more: { mailCode?: string } = {}): Promise<Reply<{ _id: string }>> {
  const options = (await t.call(startPasskey, {}, { as })).body.data
  const body = { response: newAuthenticator(origin).create(options), name: 'Phone', ...more }
  return t.call(addPasskey, { body }, { as })
}

describe('with strict safety, an administrator without second step', () => {
  test('can call no admin endpoint', { tags: ['SAFE-63'] }, async () => {
    expect((await security()).mustSetUp).toBe(true)
    await allMailed(t)
    const before = await fingerprint(t.database)
    const area = t.app.endpoints.filter(({ guard }) => guard === 'admin')
    expect(area.length).toBeGreaterThan(40)
    for (const endpoint of area) {
      const url = fullPath(endpoint).replaceAll(/:\w+/g, 'x')
      const payload = endpoint.method === 'GET' ? {} : { payload: {} }
      const reply = await t.send(endpoint.method, url, { as, ...payload })
      expect(`${endpoint.name} ${textsOf(reply)}`).toBe(`${endpoint.name} 409,${needed}`)
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await t.call(whoami, {}, { as })).status).toBe(200)
  })

  test('can call admin endpoints once it is set up; other users still can’t', {
    tags: ['SAFE-63', 'SAFE-64'],
  }, async () => {
    await setUpApp(t, as, { mailCode: await mailedCode(t, as, email) })
    expect((await usersBy(as)).status).toBe(200)
    expect((await security()).mustSetUp).toBe(false)
    expect((await usersBy(await addPerson(t.database))).status).toBe(403)
  })

  test('can use another session only once that session shows the second step, too', {
    tags: ['SAFE-63', 'SAFE-64', 'SAFE-71'],
  }, async () => {
    const elsewhere = (await t.call(login, { body: { email, password } })).body.data.token
    const { secret } = await setUpApp(t, as, { mailCode: await mailedCode(t, as, email) })
    expect((await usersBy(as)).status).toBe(200)
    expect(textsOf(await usersBy(elsewhere))).toEqual([409, notFresh])
    expect(textsOf(await t.call(startPasskey, {}, { as: elsewhere }))).toEqual([409, notFresh])
    t.clock.shift(120_000)
    const body = { code: appCode(secret, t.clock.now()) }
    expect((await t.call(confirmIdentity, { body }, { as: elsewhere })).status).toBe(200)
    expect((await usersBy(elsewhere)).status).toBe(200)
  })

  test('is refused as paused rather than for the missing second step', { tags: ['SAFE-63'] }, async () => {
    await t.database.pool.query(`update app_user set standing = 'suspended', standing_until = 'infinity'`)
    expect(textsOf(await usersBy(as))).toEqual([409, 'Your account is paused.'])
  })

  test('can call admin endpoints while safety is relaxed', { tags: ['SAFE-63'] }, async () => {
    expect((await usersBy(as, relaxed)).status).toBe(200)
    expect((await relaxed.call(getSecurity, {}, { as })).body.data.mustSetUp).toBe(false)
  })
})

describe('with strict safety, an administrator’s first way', () => {
  const missing = 'Please enter the code that we mailed you'

  test('needs a mailed code; the second way needs none', { tags: ['SAFE-64'] }, async () => {
    const without = await t.call(startTotp, {}, { as })
    expect([without.status, without.body.fields]).toEqual([400, { mailCode: missing }])
    expect((await addKey()).body.fields).toEqual({ mailCode: missing })
    expect((await addKey({ mailCode: '000000' })).body.fields).toEqual({ mailCode: codeWrong })
    const mailCode = await mailedCode(t, as, email)
    await setUpApp(t, as, { mailCode })
    expect((await addKey()).status).toBe(200)
    expect((await t.call(startTotp, {}, { as })).status).toBe(200)
  })

  test('needs no code if the host was renamed while the second step is on', {
    tags: ['SAFE-64'],
  }, async () => {
    await addKey({ mailCode: await mailedCode(t, as, email) })
    await t.call(turnSecondStepOn, {}, { as })
    await t.database.pool.query(`update passkey set rp_id = 'old.example.org'`)
    expect((await addKey()).status).toBe(200)
  })

  test('may be a passkey, with which the second step can be turned on', { tags: ['SAFE-64'] }, async () => {
    const mailCode = await mailedCode(t, as, email)
    expect((await addKey({ mailCode })).status).toBe(200)
    expect(textsOf(await usersBy(as))).toEqual([409, needed])
    expect((await t.call(turnSecondStepOn, {}, { as })).body.data.recoveryCodes).toHaveLength(10)
    expect((await usersBy(as)).status).toBe(200)
  })

  test('accepts each code once, even if it is sent several times at once', {
    tags: ['SAFE-64'],
  }, async () => {
    const mailCode = await mailedCode(t, as, email)
    const start = () => t.call(startTotp, { body: { mailCode } }, { as })
    const replies = await Promise.all([start(), start(), start()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const again of [await start(), await addKey({ mailCode })])
      expect(again.body.fields).toEqual({ mailCode: codeWrong })
  })

  test('accepts no other user’s code, no expired code, and none after five wrong ones', {
    tags: ['SAFE-64'],
  }, async () => {
    const mailCode = await mailedCode(t, as, email)
    const wrong = mailCode === '000000' ? '111111' : '000000'
    const start = async (code: string) =>
      (await t.call(startTotp, { body: { mailCode: code } }, { as })).status
    await t.database.pool.query('update auth_ticket set expires_at = now()')
    expect(await start(mailCode)).toBe(400)
    await t.database.pool.query(`update auth_ticket set expires_at = now() + interval '1 minute'`)
    const other = `other${made}@example.org`
    const others = await mailedCode(t, await signUp(t, other), other)
    if (others !== mailCode) expect(await start(others)).toBe(400)
    const tries = await Promise.all(Array.from({ length: 6 }, () => start(wrong)))
    expect(new Set(tries)).toEqual(new Set([400]))
    expect(await start(mailCode)).toBe(400)
  })

  test('has its code stored as a hash only, and mailed at most five times an hour', {
    tags: ['SAFE-64'],
  }, async () => {
    await mailedCode(t, as, email)
    const { rows } = await t.database.pool.query(
      `select octet_length(hash) as bytes, extract(epoch from expires_at - created_at)::int as seconds from auth_ticket`,
    )
    expect(rows).toEqual([{ bytes: 32, seconds: 600 }])
    const jobs = await t.database.pool.query(`select data from pgboss.job where name = 'mail-code'`)
    expect(jobs.rows.every(({ data }) => Object.keys(data).join() === 'userId')).toBe(true)
    const asked = await Promise.all(Array.from({ length: 6 }, () => t.call(sendMailCode, {}, { as })))
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
    expect(asked.find(({ status }) => status === 429)?.body.error).toBe(
      'That was a lot at once. Please try again later.',
    )
  })

  test('needs no code with relaxed safety, or if the user is no administrator', {
    tags: ['SAFE-64'],
  }, async () => {
    await setUpApp(relaxed, as)
    await setUpApp(t, await signUp(t, 'anna@example.org'))
  })
})

describe('with strict safety, an administrator with second step', () => {
  let secret: string
  beforeEach(async () => {
    secret = (await setUpApp(t, as, { mailCode: await mailedCode(t, as, email) })).secret
  })

  test('can neither switch it off nor remove the last way until the right is revoked', {
    tags: ['SAFE-65'],
  }, async () => {
    await allMailed(t)
    const before = await fingerprint(t.database)
    expect(textsOf(await t.call(turnSecondStepOff, {}, { as }))).toEqual([409, stays])
    expect(textsOf(await t.call(removeTotp, {}, { as }))).toEqual([409, stays])
    expect(await fingerprint(t.database)).toBe(before)
    const key = (await addKey()).body.data._id
    const removeKey = () => t.call(removePasskey, { params: { id: key } }, { as })
    expect((await t.call(removeTotp, {}, { as })).status).toBe(200)
    expect(textsOf(await removeKey())).toEqual([409, stays])
    await addPerson(t.database, { isAdmin: true })
    expect(await revokeAdmin(t.database, email)).toBe('revoked')
    expect((await removeKey()).status).toBe(200)
    expect(await security()).toMatchObject({ secondStep: false, passkeys: [], codesLeft: 0 })
  })

  test('can remove only one of the last two ways, even if both are removed at once', {
    tags: ['SAFE-65'],
  }, async () => {
    const { _id } = (await addKey()).body.data
    const replies: Reply[] = await Promise.all([
      t.call(removeTotp, {}, { as }),
      t.call(removePasskey, { params: { id: _id } }, { as }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await security()).secondStep).toBe(true)
  })

  test('must confirm it again after twelve hours', {
    tags: ['SAFE-68'],
  }, async () => {
    await hoursPass(11.9)
    expect((await usersBy(as)).status).toBe(200)
    await hoursPass(0.2)
    for (const at of [t, relaxed]) expect(textsOf(await usersBy(as, at))).toEqual([409, notFresh])
    t.clock.shift(120_000)
    const confirmed = await t.call(
      confirmIdentity,
      { body: { code: appCode(secret, t.clock.now()) } },
      { as },
    )
    expect(confirmed.status).toBe(200)
    for (const at of [t, relaxed]) expect((await usersBy(as, at)).status).toBe(200)
  })

  test('signs in with password and second step, not by the password alone', {
    tags: ['SAFE-59', 'SAFE-63'],
  }, async () => {
    const { token, secondStep } = (await t.call(login, { body: { email, password } })).body.data
    expect(token).toBeNull()
    t.clock.shift(120_000)
    const body = { ticket: secondStep?.ticket, code: appCode(secret, t.clock.now()) }
    const signedIn = (await t.call(takeSecondStep, { body })).body.data
    expect(signedIn.redirectUrl).toBe('/admin')
    expect((await usersBy(signedIn.token)).status).toBe(200)
  })

  test('can’t remove the confirmed app while another one is being set up', {
    tags: ['SAFE-64', 'SAFE-65'],
  }, async () => {
    await fresh()
    expect((await t.call(startTotp, {}, { as })).status).toBe(200)
    expect((await t.call(confirmTotp, { body: { code: '000000' } }, { as })).status).toBe(400)
    expect(textsOf(await t.call(removeTotp, {}, { as }))).toEqual([409, stays])
  })
})
