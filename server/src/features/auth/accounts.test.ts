import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  register,
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
  createConnection,
  listConnections,
  removeConnection,
  renewLink,
} from '@tagalong/contract/features/connections/connections.contract.ts'
import { submitOnboarding } from '@tagalong/contract/features/onboarding/onboarding.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CallOptions, type TestApp, type Tokens, testApp } from '#test/app.ts'
import { inTurn } from '#test/in-turn.ts'
import { isRefusedWithinASecond } from '#test/refused.ts'
import { addParent, aPhoneNumber, fingerprint } from '#test/world.ts'

let received: string[] = []
/** How many more mails to that address the mail server defers. */
let deferred = { to: '', left: 0 }
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, callback) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      if (deferred.left > 0 && envelope.rcptTo.some(({ address }) => address === deferred.to)) {
        deferred.left -= 1
        return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
      }
      received.push(Buffer.concat(parts).toString('utf8'))
      callback()
    })
  },
})

let t: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  t = await testApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://play.example.org',
    BRAND_NAME: 'Kinder & Co',
  })
})
beforeEach(async () => {
  await endMailJobs()
  await t.reset()
  received = []
  deferred = { to: '', left: 0 }
})
afterAll(async () => {
  await t.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const password = 'Playdate1!'
const other = 'Sandbox-Sunny-42!'

function signUp(email: string, queryParams: { name: string; value: string }[] = []) {
  const body = { email, password, confirmPassword: password, tos: true, privacy: true, queryParams }
  return t.call(register, { body })
}

const signIn = (email: string, word: string) => t.call(login, { body: { email, password: word } })
const ask = (email: string, options?: CallOptions) =>
  t.call(requestToken, { body: { email, confirmEmail: email } }, options)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** Number of jobs of that name, done or waiting. */
async function resets(name = 'mail-reset'): Promise<number> {
  const jobs = await t.database.pool.query('select count(*)::int as n from pgboss.job where name = $1', [
    name,
  ])
  return jobs.rows[0].n
}

/** Ends mail jobs of the previous test, which would count in this one. */
async function endMailJobs(): Promise<void> {
  await t.database.pool.query(
    `delete from pgboss.job where name like 'mail-%' and state in ('created', 'retry')`,
  )
  await vi.waitFor(
    async () => {
      const active = await t.database.pool.query(
        `select name from pgboss.job where name like 'mail-%' and state = 'active'`,
      )
      expect(active.rows).toEqual([])
    },
    { timeout: 10_000 },
  )
}

/** Moves the limits' clock on. */
async function hoursPass(hours: number): Promise<void> {
  await t.database.pool.query('update rate_limit set expire = expire - $1', [hours * 3_600_000])
}
const change = (tokens: Tokens | null, email: string) =>
  t.call(changeEmail, { body: { email } }, { as: tokens })
const confirm = (link: { token: string; id: string }) => t.call(confirmEmail, { body: link })
const who = (tokens: Tokens | null) => t.call(whoami, {}, { as: tokens })

interface Received {
  to: string
  from: string
  subject: string
  text: string
  link: URL
}

/** The n-th mail that the mail server accepted, security mails excepted. */
async function mail(n = 1): Promise<Received> {
  return vi.waitFor(
    () => {
      const found = asked()[n - 1]
      if (!found) throw new Error(`no mail ${n}`)
      return found
    },
    { timeout: 10_000 },
  )
}

/** The first security mail. */
async function notMeMail(): Promise<Received> {
  return vi.waitFor(
    () => {
      const found = received.map(readMail).find(({ text }) => text.includes('/not-me?'))
      if (!found) throw new Error('no mail')
      return found
    },
    { timeout: 10_000 },
  )
}

/** Mails without security mails, which are sent unasked. */
function asked(): Received[] {
  return received.map(readMail).filter(({ text }) => !text.includes('/not-me?'))
}

/** The n-th mail to that address: mails of several kinds are sent in any order. */
async function mailTo(address: string, n = 1): Promise<Received> {
  return vi.waitFor(
    () => {
      const found = asked().filter(({ to }) => to === address)[n - 1]
      if (!found) throw new Error(`no mail ${n} to ${address}`)
      return found
    },
    { timeout: 10_000 },
  )
}

/** Decodes quoted-printable. */
function readMail(raw: string): Received {
  const text = raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim() ?? ''
  const link = /https:\/\/play\.example\.org\/\S+?(?=[\s"])/.exec(text)?.[0] ?? ''
  return {
    to: header('To'),
    from: header('From'),
    subject: header('Subject'),
    text,
    get link() {
      return new URL(link)
    },
  }
}

const parts = ({ link }: Received) => ({
  token: link.searchParams.get('token') ?? '',
  id: link.searchParams.get('id') ?? '',
})

const reset = (link: { token: string; id: string }, word = other) =>
  t.call(resetPassword, { body: { password: word, confirmPassword: word, ...link } })

const openJobs = async (name: string) => {
  const jobs = await t.database.pool.query(
    `select count(*)::int as n from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
    [name],
  )
  return jobs.rows[0].n
}

describe('a forgotten password', () => {
  test('the mailed link works once, and ends every session', {
    tags: ['AUTH-33', 'API-076', 'API-077', 'API-078', 'API-079'],
  }, async () => {
    const { token } = (await signUp('petra@example.org')).body.data
    expect((await ask('Petra@example.org')).body).toEqual({ status: 200, data: {} })
    const received = await mail()
    expect(received).toMatchObject({ to: 'petra@example.org' })
    expect(received.from).toContain('no-reply@play.example.org')
    expect(received.link.pathname).toBe('/reset-password')
    const done = await reset(parts(received))
    expect(done.body).toEqual({ status: 200, message: 'success', data: {} })
    await isRefusedWithinASecond(() => who(token))
    expect((await signIn('petra@example.org', password)).status).toBe(400)
    expect((await signIn('petra@example.org', other)).status).toBe(200)
    const again = await reset(parts(received))
    expect([again.status, again.body.error]).toEqual([400, m.prompt_auth_reset_failed()])
  })

  test('an easily guessed new password is refused, and the link still works', {
    tags: ['SAFE-55'],
  }, async () => {
    await signUp('petra@example.org')
    await ask('petra@example.org')
    const link = parts(await mail())
    const before = await fingerprint(t.database)
    const refused = await reset(link, 'Petra2026!')
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { password: 'That password is too easy to guess. Please choose another one.' },
    ])
    expect(await fingerprint(t.database)).toBe(before)
    expect((await reset(link)).status).toBe(200)
  })

  test('the mail is text and HTML, shows the brand and escapes markup', {
    tags: ['AUTH-07'],
  }, async () => {
    await signUp('petra@example.org')
    await ask('petra@example.org')
    const { text, subject } = await mail()
    expect(subject).toContain('Kinder & Co')
    expect(text).toContain('Content-Type: text/plain')
    expect(text).toContain('Content-Type: text/html')
    expect(text).toContain('Kinder &amp; Co</p>')
  })

  test('an unknown address is answered with the same bytes, and gets no mail', {
    tags: ['ERR-38', 'API-076'],
  }, async () => {
    await signUp('petra@example.org')
    const unknown = await ask('nobody@example.org')
    const known = await ask('petra@example.org')
    expect(unknown.text).toBe(known.text)
    expect((await mail()).to).toBe('petra@example.org')
    await ask('petra@example.org')
    await mail(2)
    expect(received.every((each) => !each.includes('nobody@'))).toBe(true)
  })

  test('an altered link or one of another kind changes nothing; an expired one is refused', {
    tags: ['ERR-40', 'API-078'],
  }, async () => {
    const { token } = (await signUp('petra@example.org')).body.data
    await ask('petra@example.org')
    const link = parts(await mail())
    await change(token, 'new@example.org')
    const confirm = parts(await mail(2))
    const before = await fingerprint(t.database)
    for (const wrong of [{ ...link, token: `${link.token}x` }, { ...link, id: confirm.id }, confirm]) {
      expect((await reset(wrong)).status).toBe(400)
    }
    expect((await t.call(confirmEmail, { body: link })).body.error).toBe(m.prompt_auth_link_gone())
    expect(await fingerprint(t.database)).toBe(before)
    await t.database.pool.query(`update mail_token set expires_at = now() - interval '1 second'`)
    expect((await reset(link)).status).toBe(400)
  })

  test('of eight simultaneous resets with one link exactly one takes effect', {
    tags: ['API-078'],
  }, async () => {
    await signUp('petra@example.org')
    await ask('petra@example.org')
    const link = parts(await mail())
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => reset(link, `Sandbox-Sunny-${n}!`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)])
  })

  test('the link’s token is stored in plain text neither in the table of links nor in the queue', {
    tags: ['API-078'],
  }, async () => {
    await signUp('petra@example.org')
    await ask('petra@example.org')
    const { token } = parts(await mail())
    const dump = await t.database.pool.query(
      `select (select string_agg(m::text, '') from mail_token m) || (select string_agg(j::text, '') from pgboss.job j) as all`,
    )
    expect(dump.rows[0].all).not.toContain(token)
    expect(dump.rows[0].all).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('a mail that the mail server defers is sent again', { tags: ['API-076'] }, async () => {
    deferred = { to: 'petra@example.org', left: 1 }
    await signUp('petra@example.org')
    await ask('petra@example.org')
    expect((await mail()).to).toBe('petra@example.org')
    expect(deferred.left).toBe(0)
  })

  test('the sixth request in an hour is answered like the others and sends no mail', {
    tags: ['API-076'],
  }, async () => {
    await signUp('petra@example.org')
    const replies = []
    for (let n = 0; n < 6; n += 1) replies.push((await ask('petra@example.org', from('203.0.113.7'))).text)
    expect(new Set(replies).size).toBe(1)
    await mail(5)
    expect(await resets()).toBe(5)
  })

  test('eight families behind one IP address all get their mail', { tags: ['API-076'] }, async () => {
    const families = Array.from({ length: 8 }, (_, n) => `family${n}@example.org`)
    for (const email of families) await signUp(email)
    for (const email of families) await ask(email, from('203.0.113.7'))
    await mail(8)
    const readers = await Promise.all(families.map(async (_, n) => (await mail(n + 1)).to))
    expect(readers.toSorted()).toEqual(families)
  })

  test('a stranger’s repeated requests don’t use up the owner’s mails', {
    tags: ['API-076'],
  }, async () => {
    const signedUp = await signUp('petra@example.org')
    const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';')
    for (let n = 0; n < 20; n += 1) await ask('petra@example.org', from('203.0.113.7'))
    expect(await resets()).toBe(5)
    // From another IP address, on an unknown device.
    await ask('petra@example.org', from('203.0.113.8'))
    expect(await resets()).toBe(6)
    // A stranger with many IP addresses, in one network or in several, uses up the shared mails.
    for (let n = 0; n < 30; n += 1) await ask('petra@example.org', from(`2001:db8:0:${n}::1`))
    expect(await resets()).toBe(9)
    await ask('petra@example.org', from('203.0.113.8'))
    expect(await resets()).toBe(9)
    // On a device where the owner signed in before.
    const own = { headers: { 'x-forwarded-for': '203.0.113.9', cookie } }
    await ask('petra@example.org', own)
    expect(await resets()).toBe(10)
    // And on any device, every three hours.
    await hoursPass(3)
    await ask('petra@example.org', from('203.0.113.10'))
    expect(await resets()).toBe(11)
    // A device is known to its own account only.
    await signUp('amina@example.org')
    for (let n = 0; n < 30; n += 1) await ask('amina@example.org', { headers: { cookie } })
    await mail(20)
    expect(await resets()).toBe(20)
  })

  test('an address gets at most twenty mails a day', { tags: ['API-076'], timeout: 60_000 }, async () => {
    const signedUp = await signUp('petra@example.org')
    const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';')
    for (let hour = 0; hour < 24; hour += 1) {
      for (let n = 0; n < 12; n += 1) {
        await ask('petra@example.org', {
          headers: { 'x-forwarded-for': `203.0.${hour}.${n}`, ...(n < 6 && { cookie }) },
        })
      }
      await hoursPass(1)
    }
    await mail(20)
    expect(await resets()).toBe(20)
  })
})

describe('a change of email', () => {
  test('takes effect once its link is opened; the old address is mailed and can undo it', {
    tags: ['PROFILE-32', 'API-091'],
  }, async () => {
    const { token } = (await signUp('old@example.org')).body.data
    const asked = await change(token, 'new@example.org')
    expect(asked.body.data).toEqual({ pendingEmail: 'new@example.org' })
    const toNew = await mail()
    expect([toNew.to, toNew.link.pathname]).toEqual(['new@example.org', '/confirm-email'])
    expect((await signIn('old@example.org', password)).status).toBe(200)
    const confirmed = await t.call(confirmEmail, { body: parts(toNew) })
    expect(confirmed.body).toEqual({
      status: 200,
      message: 'success',
      data: { email: 'new@example.org', isUndone: false },
    })
    expect((await signIn('old@example.org', password)).status).toBe(400)
    expect((await signIn('new@example.org', password)).status).toBe(200)
    expect((await t.call(confirmEmail, { body: parts(toNew) })).status).toBe(400)
    const toOld = await mail(2)
    expect(toOld.to).toBe('old@example.org')
    // The link names its kind, so that its page asks first.
    expect([toNew, toOld].map(({ link }) => link.searchParams.get('kind'))).toEqual([null, 'undo'])
    const undone = await t.call(confirmEmail, { body: parts(toOld) })
    expect(undone.body.data).toEqual({ email: 'old@example.org', isUndone: true })
    await isRefusedWithinASecond(() => who(token))
    expect((await signIn('new@example.org', password)).status).toBe(400)
    // The intruder knew the password, so it has ended; the owner gets a link for another.
    expect((await signIn('old@example.org', password)).status).toBe(400)
    const toReset = await mailTo('old@example.org', 2)
    expect(toReset.link.pathname).toBe('/reset-password')
    expect((await reset(parts(toReset))).status).toBe(200)
    expect((await signIn('old@example.org', other)).status).toBe(200)
    const toLoser = await mailTo('new@example.org', 2)
    expect(toLoser.text).toContain('you no longer sign in to Kinder & Co with this one')
    expect(toLoser.text).not.toMatch(/old@example|https:/)
  })

  test('an undo after the address was changed back sends no mail about a lost address', {
    tags: ['PROFILE-32'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'second@example.org')
    await confirm(parts(await mail()))
    const undo = parts(await mail(2))
    await change(token, 'owner@example.org')
    await confirm(parts(await mail(3)))
    expect((await confirm(undo)).body.data).toEqual({ email: 'owner@example.org', isUndone: true })
    expect(await resets('mail-email-undone')).toBe(0)
  })

  test.each(['change-email', 'mail-shared'])(
    'does not lock the user while it waits for the limit %s',
    { tags: ['PROFILE-32'] },
    async (limit) => {
      const { token } = (await signUp('old@example.org')).body.data
      expect((await change(token, 'new@example.org')).status).toBe(200)
      const { pool } = t.database
      const [reply] = await inTurn(
        t.database,
        `select from rate_limit where key like '${limit}:%' for update`,
        [() => change(token, 'new@example.org')],
        async () => {
          // Fails if another transaction locks the user.
          expect((await pool.query('select id from app_user for update nowait')).rows).toHaveLength(1)
        },
      )
      expect(reply?.status).toBe(200)
    },
  )

  test('the first owner regains the account after two changes of address and a password reset', {
    tags: ['PROFILE-32'],
  }, async () => {
    const owner = (await signUp('owner@example.org')).body.data.token
    const thief = (await signIn('owner@example.org', password)).body.data.token
    await change(thief, 'thief@example.org')
    await confirm(parts(await mail()))
    const ownersWay = parts(await mail(2))
    await change(thief, 'second@example.org')
    await confirm(parts(await mail(3)))
    const thiefsUndo = parts(await mail(4))
    await ask('second@example.org')
    await reset(parts(await mail(5)))
    const again = (await signIn('second@example.org', other)).body.data.token
    await change(again, 'third@example.org')
    const thiefsChange = parts(await mail(6))
    await ask('second@example.org')
    const thiefsReset = parts(await mail(7))

    expect((await confirm(ownersWay)).body.data).toEqual({ email: 'owner@example.org', isUndone: true })
    await isRefusedWithinASecond(() => who(again))
    await isRefusedWithinASecond(() => who(owner))
    const ownersReset = parts(await mailTo('owner@example.org', 2))
    for (const link of [thiefsUndo, thiefsChange, ownersWay]) {
      expect([(await confirm(link)).status, link === ownersWay]).toEqual([400, link === ownersWay])
    }
    expect((await reset(thiefsReset)).status).toBe(400)
    for (const email of ['owner@example.org', 'thief@example.org', 'second@example.org']) {
      for (const word of [password, other]) expect((await signIn(email, word)).status).toBe(400)
    }
    expect((await reset(ownersReset, 'Mine4ever!')).status).toBe(200)
    expect((await signIn('owner@example.org', 'Mine4ever!')).status).toBe(200)
  })

  test('using a later undo link leaves the earlier one valid, which restores the first address', {
    tags: ['PROFILE-32'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'thief@example.org')
    await confirm(parts(await mail()))
    const ownersWay = parts(await mail(2))
    await change(token, 'second@example.org')
    await confirm(parts(await mail(3)))
    expect((await confirm(parts(await mail(4)))).body.data.email).toBe('thief@example.org')
    expect((await confirm(ownersWay)).body.data.email).toBe('owner@example.org')
    const { rows } = await t.database.pool.query('select email from app_user')
    expect(rows).toEqual([{ email: 'owner@example.org' }])
  })

  test('an undo ends “That wasn’t me” links mailed to the other address', {
    tags: ['PROFILE-32', 'SAFE-70'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'thief@example.org')
    await confirm(parts(await mail()))
    const ownersWay = parts(await mail(2))
    const body = { password, newPassword: other, confirmPassword: other }
    expect((await t.call(changePassword, { body }, { as: token })).status).toBe(200)
    const notMe = await notMeMail()
    expect(notMe.to).toBe('thief@example.org')
    expect((await confirm(ownersWay)).status).toBe(200)
    expect((await reset(parts(await mailTo('owner@example.org', 2)), 'Mine4ever!')).status).toBe(200)
    expect((await t.call(reportNotMe, { body: parts(notMe) })).status).toBe(400)
    expect((await signIn('owner@example.org', 'Mine4ever!')).status).toBe(200)
  })

  test('an undo keeps “That wasn’t me” links mailed to the restored address', {
    tags: ['PROFILE-32', 'SAFE-70'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    const body = { password, newPassword: other, confirmPassword: other }
    expect((await t.call(changePassword, { body }, { as: token })).status).toBe(200)
    const notMe = parts(await notMeMail())
    await change(token, 'thief@example.org')
    await confirm(parts(await mail()))
    expect((await confirm(parts(await mail(2)))).body.data.email).toBe('owner@example.org')
    expect((await t.call(reportNotMe, { body: notMe })).body.data).toEqual({ isMailed: true })
  })

  test('an address that can still be restored can’t be taken by another user', {
    tags: ['PROFILE-32', 'AUTH-33'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'thief@example.org')
    await confirm(parts(await mail()))
    const ownersWay = parts(await mail(2))
    const squatted = await signUp('Owner@example.org')
    expect([squatted.status, squatted.body.fields]).toEqual([400, { email: m.prompt_auth_email_taken() }])
    const stranger = (await signUp('stranger@example.org')).body.data.token
    await change(stranger, 'owner@example.org')
    const moved = await confirm(parts(await mail(3)))
    expect([moved.status, moved.body.error]).toEqual([409, m.prompt_auth_email_taken()])
    expect((await confirm(ownersWay)).status).toBe(200)
  })

  test('many accounts can’t flood a stranger’s mailbox, and all get the same reply', {
    tags: ['PROFILE-32', 'API-091'],
  }, async () => {
    const replies = []
    for (let n = 0; n < 10; n += 1) {
      const { token } = (await signUp(`sender${n}@example.org`)).body.data
      replies.push((await change(token, 'foreign@example.org')).text)
    }
    expect(new Set(replies).size).toBe(1)
    await mail(8)
    expect(await resets('mail-confirm-email')).toBe(8)
  })

  test('an undo also cancels a change whose mail has not been sent yet', {
    tags: ['PROFILE-32'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'thief@example.org')
    await confirm(parts(await mail()))
    const ownersWay = parts(await mail(2))
    // The mail server defers it until the undo, so that it is written again afterwards.
    deferred = { to: 'third@example.org', left: 100 }
    await change(token, 'third@example.org')
    await vi.waitFor(() => expect(deferred.left).toBeLessThan(100), { timeout: 10_000 })
    expect((await confirm(ownersWay)).status).toBe(200)
    deferred.left = 0
    await mailTo('owner@example.org', 2)
    await mailTo('thief@example.org', 2)
    await vi.waitFor(async () => expect(await openJobs('mail-confirm-email')).toBe(0), { timeout: 10_000 })
    expect(received).toHaveLength(4)
  })

  test('a password reset cancels a pending change of email', {
    tags: ['AUTH-33', 'API-078'],
  }, async () => {
    const { token } = (await signUp('owner@example.org')).body.data
    await change(token, 'thief@example.org')
    const thiefsChange = parts(await mail())
    await ask('owner@example.org')
    await reset(parts(await mail(2)))
    expect((await confirm(thiefsChange)).status).toBe(400)
  })

  test('a password reset link ends when the address it was mailed to changes', {
    tags: ['API-078', 'PROFILE-32'],
  }, async () => {
    const { token } = (await signUp('old@example.org')).body.data
    await ask('old@example.org')
    const toOld = parts(await mail())
    await change(token, 'new@example.org')
    await confirm(parts(await mail(2)))
    expect((await reset(toOld)).status).toBe(400)
    await ask('new@example.org')
    expect((await reset(parts(await mailTo('new@example.org', 2)))).status).toBe(200)
  })

  test('a login whose password changes while it is compared opens no session', {
    tags: ['API-065'],
  }, async () => {
    await signUp('owner@example.org')
    await t.database.pool.query('delete from session')
    const [late] = await inTurn(
      t.database,
      `update app_user set password_hash = 'another'`,
      [() => signIn('owner@example.org', password)],
      async (waiting) => {
        expect(waiting).toContainEqual(expect.stringContaining('"app_user"'))
      },
    )
    expect(late?.status).toBe(400)
    expect((await t.database.pool.query('select 1 from session')).rows).toEqual([])
  })
})

describe('signed-in devices', () => {
  test('are listed, and can be ended one by one or all but the current one', {
    tags: ['AUTH-33'],
  }, async () => {
    const first = (await signUp('petra@example.org')).body.data.token
    const phone =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
    const second = (
      await t.call(
        login,
        { body: { email: 'petra@example.org', password } },
        { headers: { 'user-agent': phone } },
      )
    ).body.data.token
    const third = (await signIn('petra@example.org', password)).body.data.token
    const list = (await t.call(listSessions, {}, { as: second })).body.data
    expect(list).toHaveLength(3)
    expect(list.find(({ isCurrent }) => isCurrent)).toMatchObject({ device: 'Chrome on Android' })
    const others = (await t.call(listSessions, {}, { as: third })).body.data
    const own = others.find(({ isCurrent }) => isCurrent)
    expect((await t.call(endSession, { params: { id: own?._id } }, { as: first })).status).toBe(200)
    await isRefusedWithinASecond(() => who(third))
    expect((await t.call(endOtherSessions, {}, { as: first })).status).toBe(200)
    await isRefusedWithinASecond(() => who(second))
    expect((await who(first)).status).toBe(200)
    expect((await t.call(listSessions, {}, { as: first })).body.data).toHaveLength(1)
  })

  test('all other sessions are ended in the order of their ids, whatever the order of their rows', {
    tags: ['AUTH-33'],
  }, async () => {
    const own = (await signUp('petra@example.org')).body.data.token
    const { pool } = t.database
    const [later, earlier] = ['f', 'e'].map((digit) => `${digit.repeat(8)}-ffff-7fff-bfff-ffffffffffff`)
    for (const id of [later, earlier]) {
      await pool.query(
        `insert into session (id, user_id, expires_at) select $1, id, now() + interval '1 day' from app_user`,
        [id],
      )
    }
    const [reply] = await inTurn(
      t.database,
      `select from session where id = '${earlier}' for update`,
      [() => t.call(endOtherSessions, {}, { as: own })],
      async () => {
        const free = 'select id from session where id = $1 for update nowait'
        expect((await pool.query(free, [later])).rows).toHaveLength(1)
      },
    )
    expect(reply?.status).toBe(200)
  })
})

describe('guessing passwords', () => {
  const from = (address: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })
  const tryAs = (word: string, address: string, cookie?: string) =>
    t.call(login, { body: { email: 'petra@example.org', password: word } }, from(address, cookie))

  test('only ten of fifty simultaneous guesses are checked; a known device still gets in', {
    tags: ['API-065'],
  }, async () => {
    const signedUp = await signUp('petra@example.org')
    const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';')
    expect(String(signedUp.headers['set-cookie'])).toMatch(
      /^__Host-device=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => tryAs(`Wrong${n}!`, '203.0.113.7')),
    )
    const statuses = guesses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    expect((await tryAs(password, '203.0.113.7')).status).toBe(429)
    expect((await tryAs(password, '203.0.113.7', cookie)).status).toBe(200)
    expect((await tryAs('Wrong1!', '203.0.113.7', cookie)).status).toBe(429)
    expect((await tryAs(password, '203.0.113.7', '__Host-device=nonsense')).status).toBe(429)
  })

  test('guesses from one IP address don’t lock out other addresses', { tags: ['API-065'] }, async () => {
    await signUp('petra@example.org')
    for (let round = 0; round < 21; round += 1)
      await Promise.all(Array.from({ length: 5 }, (_, n) => tryAs(`Wrong${n}!`, '203.0.113.7')))
    expect((await tryAs(password, '203.0.113.7')).status).toBe(429)
    expect((await tryAs(password, '203.0.113.8')).status).toBe(200)
  })

  test('an account allows 100 guesses an hour from all addresses together; a known device still gets in', {
    tags: ['API-065'],
  }, async () => {
    const signedUp = await signUp('petra@example.org')
    const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';')
    await t.database.pool.query(`insert into rate_limit (key, points, expire) values ($1, 100, $2)`, [
      `login-account:${createHash('sha256').update('petra@example.org').digest('base64url')}`,
      Date.now() + 3_600_000,
    ])
    expect((await tryAs(password, '203.0.113.8')).status).toBe(429)
    expect((await tryAs(password, '203.0.113.8', cookie)).status).toBe(200)
  })

  test('correct passwords are not counted as guesses', { tags: ['API-065'] }, async () => {
    await signUp('petra@example.org')
    for (let n = 0; n < 12; n += 1) expect((await tryAs(password, '203.0.113.9')).status).toBe(200)
  })
})

describe('invites', () => {
  const profile = () => ({
    name: 'Kim',
    lastName: 'New',
    phoneNumber: aPhoneNumber(),
    zipCode: '94601',
    children: [{ firstName: 'Bo', lastNameInitial: 'N' }],
  })

  test('registering by the link makes an invitation whatever number is given, and works once', {
    tags: ['API-067', 'CONN-37'],
  }, async () => {
    const anna = await addParent(t.database, { name: 'Anna' })
    const created = await t.call(
      createConnection,
      { body: { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() } },
      { as: anna },
    )
    const invite = new URL(created.body.data.inviteUrl ?? '').searchParams.get('invite') ?? ''
    const queryParams = [
      { name: 'inviter', value: anna.caregiverId },
      { name: 'invite', value: invite },
      { name: 'source', value: 'friend' },
    ]
    const kim = (await signUp('kim@example.org', queryParams)).body.data.token
    expect((await who(kim)).body.data.user.queryParams.map(({ name }) => name)).toEqual(['inviter', 'source'])
    await t.call(submitOnboarding, { body: profile() }, { as: kim })
    expect((await t.call(listConnections, {}, { as: kim })).body.data).toMatchObject([
      { inviter: { name: 'Anna' }, inviteStatus: 'pending' },
    ])
    const late = (await signUp('late@example.org', queryParams)).body.data.token
    await t.call(submitOnboarding, { body: profile() }, { as: late })
    expect((await t.call(listConnections, {}, { as: late })).body.data).toEqual([])
  })

  test('a registered invitee stays invited if the link expires or is renewed, but not if it is withdrawn', {
    tags: ['CONN-37'],
  }, async () => {
    const anna = await addParent(t.database, { name: 'Anna' })
    const cameBy = async (email: string) => {
      const created = await t.call(
        createConnection,
        { body: { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() } },
        { as: anna },
      )
      const { connection, inviteUrl } = created.body.data
      const invite = new URL(inviteUrl ?? '').searchParams.get('invite') ?? ''
      const signedUp = await signUp(email, [{ name: 'invite', value: invite }])
      return { id: connection._id, invite, as: signedUp.body.data.token }
    }
    const seenBy = async (as: Tokens) => (await t.call(listConnections, {}, { as })).body.data

    // Registering in time is enough, however late the profile is made.
    const slow = await cameBy('slow@example.org')
    await t.database.pool.query(`update connection set invite_expires_at = now() - interval '1 second'`)
    await t.call(submitOnboarding, { body: profile() }, { as: slow.as })
    expect(await seenBy(slow.as)).toMatchObject([{ _id: slow.id, inviter: { name: 'Anna' } }])

    const kim = await cameBy('kim@example.org')
    const renewed = await t.call(renewLink, { params: { id: kim.id } }, { as: anna })
    const next = new URL(renewed.body.data.inviteUrl).searchParams.get('invite') ?? ''
    // Registering by a link that has ended connects nobody.
    const late = (await signUp('late@example.org', [{ name: 'invite', value: kim.invite }])).body.data.token
    await t.call(submitOnboarding, { body: profile() }, { as: late })
    expect(await seenBy(late)).toEqual([])
    await t.call(submitOnboarding, { body: profile() }, { as: kim.as })
    expect(await seenBy(kim.as)).toMatchObject([{ _id: kim.id, inviter: { name: 'Anna' } }])
    // That used up the renewed link.
    const third = (await signUp('third@example.org', [{ name: 'invite', value: next }])).body.data.token
    await t.call(submitOnboarding, { body: profile() }, { as: third })
    expect(await seenBy(third)).toEqual([])

    const lee = await cameBy('lee@example.org')
    await t.call(removeConnection, { params: { id: lee.id } }, { as: anna })
    await t.call(submitOnboarding, { body: profile() }, { as: lee.as })
    expect(await seenBy(lee.as)).toEqual([])
  })

  test('on a public server a demo account’s address can’t be registered', { tags: ['API-066'] }, async () => {
    const open = await testApp({ PUBLIC_URL: 'https://play.example.org' })
    const registerWith = (email: string) =>
      open.call(register, {
        body: { email, password, confirmPassword: password, tos: true, privacy: true, queryParams: [] },
      })
    const refused = await registerWith('Priya@Example.org')
    expect([refused.status, refused.body.fields]).toEqual([400, { email: m.prompt_auth_email_reserved() }])
    expect((await registerWith('petra@example.org')).status).toBe(201)
    await open.close()
  })

  test('with REQUIRE_INVITE registration needs an invite that is still open', {
    tags: ['AUTH-12'],
  }, async () => {
    const closed = await testApp({ REQUIRE_INVITE: '1' })
    const anna = await addParent(t.database)
    const created = await t.call(
      createConnection,
      { body: { inviteeName: 'Kim', inviteePhoneNumber: aPhoneNumber() } },
      { as: anna },
    )
    const invite = new URL(created.body.data.inviteUrl ?? '').searchParams.get('invite') ?? ''
    const tryWith = (queryParams: object[], email = 'kim@example.org') =>
      closed.call(register, {
        body: { email, password, confirmPassword: password, tos: true, privacy: true, queryParams },
      })
    expect((await tryWith([])).body.error).toBe(m.prompt_auth_invite_needed())
    expect((await tryWith([{ name: 'invite', value: 'nonsense' }])).status).toBe(400)
    expect((await tryWith([{ name: 'invite', value: invite }])).status).toBe(201)
    await t.database.pool.query(`update connection set invite_expires_at = now() - interval '1 second'`)
    expect((await tryWith([{ name: 'invite', value: invite }], 'later@example.org')).status).toBe(400)
    await closed.close()
  })
})
