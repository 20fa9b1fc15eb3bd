import {
  changePassword,
  endOtherSessions,
  login,
  register,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { reportNotMe, requestToken, resetPassword } from '@tagalong/contract/features/auth/links.contract.ts'
import { saveCaregiverProfile } from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type Tokens, testApp } from '#test/app.ts'
import { readLetter } from '#test/outbox.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { addParent, fingerprint } from '#test/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
let email: string
let count = 0
beforeEach(async () => {
  await t.reset()
  // Mails of earlier tests stay in the outbox.
  count += 1
  email = `petra${count}@example.org`
})
afterAll(() => t.close())

const password = 'Playdate1!'
const other = 'Sandbox-Sunny-42!'
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'

/** Returns the tokens and the device's cookie. */
async function signUp(headers: Record<string, string> = {}): Promise<{ token: Tokens; cookie: string }> {
  const agreed = { tos: true, privacy: true, queryParams: [] }
  const body = { email, password, confirmPassword: password, ...agreed }
  const reply = await t.call(register, { body }, { headers })
  const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
  return { token: reply.body.data.token as Tokens, cookie }
}

function signIn(headers: Record<string, string> = {}, word = password) {
  return t.call(login, { body: { email, password: word } }, { headers })
}

/** Resets the password by the mailed link. Returns the device's cookie. */
async function chooseAnew(): Promise<string> {
  const reset = /reset-password\?token=([\w-]+)&id=([\w-]+)/
  const [, token, id] = reset.exec(await readLetter(t, email, reset)) ?? []
  const reply = await t.call(resetPassword, { body: { token, id, password: other, confirmPassword: other } })
  expect(reply.status).toBe(200)
  const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
  return cookie
}

async function titles(as: Tokens): Promise<string[]> {
  const { body } = await t.call(listNotifications, {}, { as })
  return body.data.map(({ title }) => title)
}

async function linkOf(letter: Promise<string>): Promise<{ token: string; id: string }> {
  const [, token = '', id = ''] = /\/not-me\?token=([\w-]+)&id=([\w-]+)/.exec(await letter) ?? []
  return { token, id }
}

const who = (as: Tokens) => t.call(whoami, {}, { as })

describe('a sign-in', () => {
  test('from an unknown device is mailed and appears under Notifications', {
    tags: ['SAFE-70'],
  }, async () => {
    const { token, cookie } = await signUp()
    expect((await signIn({ cookie })).status).toBe(200)
    expect(await titles(token)).toEqual([])
    expect((await signIn({ 'user-agent': phone })).status).toBe(200)
    expect(await titles(token)).toEqual(['Somebody signed in to your account on a new device'])
    const letter = await readLetter(t, email)
    expect(letter).toContain('Subject: Somebody signed in to your account on a new device (Tagalong)')
    expect(letter).toContain('Chrome on Android')
    expect(letter).toMatch(/It happened on \w{3} . \d{1,2}:\d\d [AP]M, \d\d\/\d\d/)
  })

  test('after a reset is reported on every device but the one used for the reset', {
    tags: ['SAFE-70'],
  }, async () => {
    await signUp()
    await t.call(requestToken, { body: { email, confirmEmail: email } })
    const cookie = await chooseAnew()
    const titlesBy = async (headers: Record<string, string>) =>
      titles((await signIn(headers, other)).body.data.token as Tokens)
    const said = ['Somebody signed in to your account on a new device', 'Your password was changed']
    expect(await titlesBy({})).toEqual(said)
    expect(await titlesBy({ cookie })).toEqual(said)
  })

  test('is not reported on a browser that five people share; a sixth displaces the first', {
    tags: ['SAFE-70'],
  }, async () => {
    let cookie = ''
    const signedUp = async (name: string) => {
      email = `${name}@example.org`
      const made = await signUp({ cookie })
      cookie = made.cookie
      // On a second device, too.
      await signIn()
      return { email, token: made.token }
    }
    const signInAs = async (each: { email: string }) => {
      email = each.email
      const reply = await signIn({ cookie })
      expect(reply.status).toBe(200)
      if (reply.headers['set-cookie']) [cookie = ''] = String(reply.headers['set-cookie']).split(';')
    }
    const anna = await signedUp('anna')
    const ben = await signedUp('ben')
    const all = [anna, ben, await signedUp('carl'), await signedUp('dan'), await signedUp('eve')]
    for (const each of [...all, ...all]) await signInAs(each)
    for (const { token } of all) expect(await titles(token)).toHaveLength(1)
    // The sixth account displaces the first from the browser's cookie.
    await signedUp('fay')
    for (const each of [ben, anna]) await signInAs(each)
    expect(await titles(ben.token)).toHaveLength(1)
    expect(await titles(anna.token)).toHaveLength(2)
  })

  test('on a shared browser is not reported, however often another user’s password changes', {
    tags: ['SAFE-70'],
  }, async () => {
    const ben = await signUp()
    let { cookie } = ben
    // On a second device, too.
    await signIn()
    const said = await titles(ben.token)
    const bens = email
    email = `anna.${email}`
    const anna = await signUp({ cookie })
    cookie = anna.cookie
    const words = [password, ...Array.from({ length: 5 }, (_, at) => `${other}${at}`)]
    for (const [at, newPassword] of words.slice(1).entries()) {
      const body = { password: words[at], newPassword, confirmPassword: newPassword }
      const reply = await t.call(changePassword, { body }, { as: anna.token, headers: { cookie } })
      expect(reply.status).toBe(200)
      ;[cookie = ''] = String(reply.headers['set-cookie']).split(';')
    }
    email = bens
    expect((await signIn({ cookie })).status).toBe(200)
    expect(await titles(ben.token)).toEqual(said)
  })

  test('is reported on every other device after all other sessions were ended', {
    tags: ['SAFE-70'],
  }, async () => {
    const { token, cookie } = await signUp()
    const [there = ''] = String((await signIn()).headers['set-cookie']).split(';')
    const said = await titles(token)
    const ended = await t.call(endOtherSessions, {}, { as: token, headers: { cookie } })
    expect(ended.status).toBe(200)
    const [here = ''] = String(ended.headers['set-cookie']).split(';')
    expect((await signIn({ cookie: here })).status).toBe(200)
    expect(await titles(token)).toEqual(said)
    expect((await signIn({ cookie: there })).status).toBe(200)
    expect(await titles(token)).toHaveLength(said.length + 1)
  })

  test('on a user’s first device is not reported', {
    tags: ['SAFE-70'],
  }, async () => {
    const { token } = await signUp()
    await t.database.pool.query('delete from known_device')
    expect((await signIn()).status).toBe(200)
    expect(await titles(token)).toEqual([])
  })
})

describe('a change', () => {
  test('of the password is mailed and appears under Notifications', { tags: ['SAFE-70'] }, async () => {
    const { token } = await signUp()
    const body = { password, newPassword: other, confirmPassword: other }
    expect((await t.call(changePassword, { body }, { as: token })).status).toBe(200)
    expect(await titles(token)).toEqual(['Your password was changed'])
    expect(await readLetter(t, email)).toContain('Subject: Your password was changed (Tagalong)')
  })

  test('of the phone number is mailed without the number, in the reader’s language', {
    tags: ['SAFE-70'],
  }, async () => {
    const anna = await addParent(t.database)
    await t.database.pool.query(`update app_user set language = 'es' where id = $1`, [anna.userId])
    const number = '+15103340777'
    const body = { name: 'Anna', lastName: 'A', zipCode: '94601', phoneNumber: number }
    const params = { id: 'current-user' }
    expect((await t.call(saveCaregiverProfile, { params, body }, { as: anna })).status).toBe(200)
    const letter = await readLetter(t, anna.email)
    expect(letter).toMatch(/Subject: .*Se/)
    expect(letter).toContain('No fui yo')
    expect(letter).not.toContain(number)
    // Saving the same values notifies nobody.
    const again = { ...body, name: 'Ann' }
    expect((await t.call(saveCaregiverProfile, { params, body: again }, { as: anna })).status).toBe(200)
    const { rows } = await t.database.pool.query(
      `select count(*)::int as n from notification where message like 'security.%'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('“That wasn’t me”', () => {
  test('ends every session and the password, mails a reset link, and works once', {
    tags: ['SAFE-70'],
  }, async () => {
    const { token: owner } = await signUp()
    const thief = (await signIn()).body.data.token as Tokens
    const link = await linkOf(readLetter(t, email))
    const before = await fingerprint(t.database)
    // A mail scanner's GET does nothing.
    expect((await t.send('GET', `/api/auth/not-me?token=${link.token}&id=${link.id}`)).status).toBe(404)
    expect(await fingerprint(t.database)).toBe(before)
    const [first, second] = await Promise.all([
      t.call(reportNotMe, { body: link }),
      t.call(reportNotMe, { body: link }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 400])
    await isRefusedWithinASecond(() => who(thief))
    await isRefusedWithinASecond(() => who(owner))
    expect((await signIn()).status).toBe(400)
    await chooseAnew()
  })

  test('is refused with a wrong token or id, a week later, and as another kind of link', {
    tags: ['SAFE-70'],
  }, async () => {
    const { token: owner } = await signUp()
    await signIn()
    const link = await linkOf(readLetter(t, email))
    const refused = async (body: object) => {
      const reply = await t.call(reportNotMe, { body: body as typeof link })
      expect([reply.status, (await who(owner)).status]).toEqual([400, 200])
    }
    await refused({ ...link, token: `${link.token}x` })
    await refused({ ...link, id: crypto.randomUUID() })
    const asReset = { ...link, password: other, confirmPassword: other }
    expect((await t.call(resetPassword, { body: asReset })).status).toBe(400)
    await t.database.pool.query(`update mail_token set expires_at = now() where kind = 'not-me'`)
    await refused(link)
  })

  test('expires a week after the event it reports, however late its mail is sent', {
    tags: ['SAFE-70'],
  }, async () => {
    await signUp()
    const at = new Date(t.clock.now() - 6 * 3_600_000).toISOString()
    await t.database.pool.query(
      `insert into pgboss.job (name, data)
        select 'mail-security', jsonb_build_object('userId', id, 'fact', 'downloaded', 'at', $1::text, 'userAgent', null)
        from app_user where email = $2`,
      [at, email],
    )
    await readLetter(t, email)
    const { rows } = await t.database.pool.query(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from mail_token where kind = 'not-me'`,
    )
    expect(rows).toEqual([{ hours: 7 * 24 - 6 }])
  })

  test('sends no reset link to an address set after its mail', { tags: ['SAFE-70'] }, async () => {
    await signUp()
    await signIn()
    const link = await linkOf(readLetter(t, email))
    await t.database.pool.query(`update app_user set email = 'thief@example.org'`)
    expect((await t.call(reportNotMe, { body: link })).body.data).toEqual({ isMailed: false })
    const { rows } = await t.database.pool.query(`select 1 from pgboss.job where name = 'mail-reset'`)
    expect(rows).toEqual([])
  })
})
