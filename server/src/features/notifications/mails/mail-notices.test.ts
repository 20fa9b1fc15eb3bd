import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { Registry } from '@prometheus-io/client'
import { endOtherSessions, setLanguage } from '@tagalong/contract/features/auth/auth.contract.ts'
import { requestToken } from '@tagalong/contract/features/auth/links.contract.ts'
import { createCalendarFeed } from '@tagalong/contract/features/calendar/calendar.contract.ts'
import { getRoom, sendMessage } from '@tagalong/contract/features/chat/chat.contract.ts'
import {
  listNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { setNoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import {
  acceptPlaydate,
  cancelPlaydate,
  createPlaydate,
} from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { blockCaregiver } from '@tagalong/contract/features/safety/blocks.contract.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSecret } from '#db/secrets.ts'
import { readEnv } from '#env.ts'
import { createMailer, type Mailer } from '#integrations/mailer.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type Delivery, watchDelivery } from '#test/delivery.ts'
import { type FakePush, fakePush } from '#test/fake-push.ts'
import { inHours } from '#test/full-hours.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '#test/mail-server.ts'
import { withoutTokens } from '#test/outbox.ts'
import { addParent, connect, type Parent } from '#test/world.ts'
import { unsubscribeTokenOf } from '../unsubscribe/unsubscribe-token.ts'
import type { NoticesMail } from './mail-notices.kind.ts'
import { mailNotices } from './mail-notices.service.ts'

let t: TestApp
let server: MailServer
let mailer: Mailer
const metrics = new Registry()
let amara: Parent
let priya: Parent
const publicUrl = 'https://play.example.org'
beforeAll(async () => {
  server = await startMailServer()
  const env = { SMTP_URL: server.url, PUBLIC_URL: publicUrl, SAFETY: 'strict' }
  t = await testApp(env)
  mailer = createMailer(readEnv(env), pino({ level: 'silent' }), metrics)
})
beforeEach(async () => {
  await t.reset()
  server.received.length = 0
  amara = await addParent(t.database, { name: 'Amara', children: [{ firstName: 'Zuri' }] })
  priya = await addParent(t.database, { name: 'Priya', children: [{ firstName: 'Anika' }] })
  await connect(t.database, amara, priya)
})
afterAll(async () => {
  mailer.close()
  await t.close()
  await server.close()
})

/** Amara's request to Priya. */
async function ask(): Promise<string> {
  const body = {
    type: 'single',
    ownerChildren: amara.children,
    recipientChildren: priya.children,
    proposedLocations: { option1: 'Secret Meadow' },
    proposedTimes: [inHours(48).toISOString(), inHours(72).toISOString()],
  }
  const made = await t.call(createPlaydate, { body }, { as: amara })
  expect(made.status, made.text).toBe(200)
  return made.body.data._id
}

const idsOf = async ({ userId }: Parent): Promise<string[]> => {
  const { rows } = await t.database.pool.query('select id from notification where user_id = $1 order by id', [
    userId,
  ])
  return rows.map(({ id }) => id)
}

async function run(form: NoticesMail['form'], to = priya, notifications?: string[]): Promise<ReceivedMail[]> {
  const unsubscribeKey = await loadSecret(t.database, 'unsubscribe')
  const ctx = { db: t.database.kysely, mailer, clock: t.clock, secrets: { unsubscribeKey } }
  const env = readEnv({ PUBLIC_URL: publicUrl })
  await mailNotices({ user: to.userId, form, notifications: notifications ?? (await idsOf(to)) }, {
    ...ctx,
    env,
  } as unknown as Parameters<typeof mailNotices>[1])
  return server.received
}
const choose = (mail: 'soon' | 'daily' | 'off', as = priya) =>
  t.call(setNoticeSettings, { body: { mail, quietFrom: null, quietTo: null } }, { as })
const inSpanish = (as: Parent) => t.call(setLanguage, { body: { language: 'es' } }, { as })

describe('a mail about what is new', () => {
  test('has both headers by which mail programs unsubscribe', {
    tags: ['TIME-80'],
  }, async () => {
    await ask()
    const [mail] = await run('soon')
    const link = mail?.headers.get('list-unsubscribe') ?? ''
    expect(link).toMatch(/^<https:\/\/play\.example\.org\/unsubscribe\/[\da-f-]{36}\.[\w-]{43}>$/)
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('content-language')).toBe('en')
    expect(mail?.headers.get('from')).toBe('Tagalong <no-reply@play.example.org>')
    expect(mail?.headers.get('content-type')).toMatch(/^multipart\/alternative;/)
    // A single header, in one piece.
    expect(mail?.raw.match(/^List-Unsubscribe:/gm)).toHaveLength(1)
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(link.slice(1, -1))
    expect(mail?.html).toContain('<html lang="en">')
    expect(mail?.html).not.toMatch(/<img|url\(|<link|<script/)
  })

  test('has no unsubscribe header if it can’t be switched off or is about the account', {
    tags: ['TIME-80'],
  }, async () => {
    await ask()
    await choose('off')
    const [late] = await run('now')
    expect(late?.subject).toBe('Amara sent you a playdate request')
    await t.call(requestToken, { body: { email: amara.email, confirmEmail: amara.email } })
    await t.call(createCalendarFeed, { body: { saysWhoAndWhere: false } }, { as: amara })
    await t.call(endOtherSessions, {}, { as: amara })
    const account = await server.mailTo(amara.email, /^(?!.*calendar link)/)
    const safety = await server.mailTo(amara.email, /calendar link was turned off/)
    for (const mail of [late, account, safety]) {
      expect([...(mail?.headers.keys() ?? [])].filter((name) => name.startsWith('list-'))).toEqual([])
      expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
      expect(mail?.raw).not.toContain('unsubscribe')
    }
    expect(late?.text).toContain('changes less than 24 hours before a playdate always come')
    expect(late?.text).toContain(`Choose what you hear: ${publicUrl}/notification-settings`)
  })

  test('is in the receiver’s language and zone, and names no child, place or typed text', {
    tags: ['TIME-88', 'TIME-121'],
  }, async () => {
    await inSpanish(priya)
    await t.database.pool.query(`update caregiver set time_zone = 'America/Los_Angeles' where id = $1`, [
      priya.caregiverId,
    ])
    const id = await ask()
    const accepted = { id, acceptedLocation: 'Secret Meadow', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body: accepted }, { as: priya })).status).toBe(200)
    const room = await t.call(getRoom, { params: { id }, query: {} }, { as: amara })
    const chatRoom = room.body.data.chatRoom._id
    const message = { text: 'Bring the teapot' }
    expect((await t.call(sendMessage, { body: { chatRoom, message } }, { as: amara })).status).toBe(200)
    const other = await ask()
    expect(other).not.toBe(id)
    await run('day')
    await run('soon', amara)
    const [spanish, english] = server.received
    expect(spanish?.to).toBe(priya.email)
    expect(spanish?.subject).toBe('2 novedades en Tagalong')
    expect(spanish?.headers.get('content-language')).toBe('es')
    expect(spanish?.html).toContain('<html lang="es">')
    expect(spanish?.text).toContain('Hola, Priya: este es tu día')
    expect(spanish?.text).toContain('Amara te envió')
    const hour = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Los_Angeles',
      hour: 'numeric',
      hourCycle: 'h12',
    })
    expect(spanish?.text).toContain(`${hour.format(inHours(48)).split(' ')[0]}:00 `)
    expect(english?.text).toMatch(/Priya/)
    expect(english?.headers.get('content-language')).toBe('en')
    for (const { text, html, raw } of server.received)
      expect(withoutTokens(text + html + raw)).not.toMatch(/Zuri|Anika|Meadow|teapot/i)
  })

  test('of the day lists open answers, then tomorrow, then the rest, ten at most', {
    tags: ['TIME-79', 'TIME-121'],
  }, async () => {
    await ask()
    await insert('group.added', {}, 12)
    const { rows } = await t.database.pool.query(
      `select (((now() at time zone zone)::date + 1 + time '10:00') at time zone zone) as at
        from (values ('America/New_York')) here (zone)`,
    )
    await insert('reminder.ownEvent', { at: rows[0].at.toISOString() }, 1)
    const [mail] = await run('day')
    expect(mail?.subject).toBe('14 things on Tagalong')
    expect(mail?.text).toContain(
      "Hi Priya, this is your day\n\nWhat you haven't seen yet.\n\nWaiting for your answer\n- Amara sent you a playdate request (",
    )
    expect(mail?.text).toMatch(/\n\nTomorrow\n- Tomorrow at 10:00 AM: your event \(.*\)\n\nAlso new\n- /)
    expect(mail?.text.match(/^- /gm)).toHaveLength(10)
    expect(mail?.text).toContain('\n\nand 4 more\n\nOpen Tagalong: https://play.example.org/notifications\n')
    expect(mail?.html.match(/<tr>/g)).toHaveLength(10)
    expect(mail?.text).toContain('You get this because')
  })

  test('of the day about one notice has a subject in the singular', {
    tags: ['TIME-79', 'TIME-121'],
  }, async () => {
    await ask()
    const [english] = await run('day')
    expect(english?.subject).toBe('1 thing on Tagalong')
    await inSpanish(priya)
    await run('day')
    expect(server.received[1]?.subject).toBe('1 novedad en Tagalong')
  })

  test('isn’t sent about what was read, with mails off, or about a caregiver who is blocked', {
    tags: ['TIME-81'],
  }, async () => {
    await ask()
    const notifications = await idsOf(priya)
    await choose('off')
    expect(await run('soon', priya, notifications)).toEqual([])
    expect(await run('day', priya, notifications)).toEqual([])
    await choose('soon')
    // Another user's notifications aren't mailed.
    expect(await run('soon', amara, notifications)).toEqual([])
    expect(await run('soon', priya, notifications)).toHaveLength(1)
    await t.call(listNotifications, { query: {} }, { as: priya })
    await t.call(readNotifications, {}, { as: priya })
    expect(await run('soon', priya, notifications)).toHaveLength(1)
    await ask()
    expect(await run('now')).toHaveLength(2)
    await t.call(blockCaregiver, { params: { caregiver: amara.caregiverId } }, { as: priya })
    expect(await run('now')).toHaveLength(2)
  })

  test('that the mail server refuses is counted and can be sent again', async () => {
    await ask()
    server.refuse(1)
    await expect(run('soon')).rejects.toThrow('try later')
    expect(await run('soon')).toHaveLength(1)
    const counts = await metrics.metrics()
    expect(counts).toContain('mails_total{outcome="refused"} 1')
  })

  test('refused by the mail server with the address in the reply hides it in the error', async () => {
    await ask()
    server.refuse(1, `<${priya.email}> has no room`)
    const error = await run('soon').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining('<[hidden]> has no room') })
    // With all that is attached to it, which the queue stores too.
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(priya.email)
  })

  test('escapes special characters in a name', { tags: ['TIME-121'] }, async () => {
    await t.database.pool.query(`update caregiver set name = $2 where id = $1`, [
      amara.caregiverId,
      '<b>José</b> & "Co" 🎈',
    ])
    await ask()
    const [mail] = await run('soon')
    expect(mail?.subject).toBe('<b>José</b> & "Co" 🎈 sent you a playdate request')
    expect(mail?.html).toContain('&lt;b&gt;José&lt;/b&gt; &amp; &quot;Co&quot; 🎈')
    expect(mail?.html).not.toContain('<b>')
  })

  test('without an SMTP server is a file with the same headers', { tags: ['TIME-80'] }, async () => {
    const own = createMailer(readEnv({ DATA_DIR: t.dataDir }), pino({ level: 'silent' }), new Registry())
    const mail = { to: 'a@example.org', subject: 'x', text: 'y', html: '', language: 'es' as const }
    await own.send({ ...mail, unsubscribeUrl: 'https://play.example.org/unsubscribe/x' })
    const folder = join(t.dataDir, 'outbox')
    const [name = ''] = await readdir(folder)
    expect(await readFile(join(folder, name), 'utf8')).toBe(`From: Tagalong <no-reply@localhost>
To: a@example.org
Subject: x
Auto-Submitted: auto-generated
Content-Language: es
List-Unsubscribe: <https://play.example.org/unsubscribe/x>
List-Unsubscribe-Post: List-Unsubscribe=One-Click

y
`)
    await rm(folder, { recursive: true })
  })
})

describe('from an action to the mail in a mail program', () => {
  let push: FakePush
  let delivery: Delivery
  beforeAll(async () => {
    push = await fakePush()
    delivery = await watchDelivery(t, push)
  })
  afterAll(async () => {
    await delivery.close()
    await push.close()
  })
  const mailsToPriya = () => server.received.filter(({ to }) => to === priya.email)

  test('a request is mailed, and one-click unsubscribing ends such mails', {
    tags: ['TIME-80', 'TIME-81', 'TIME-121'],
  }, async () => {
    await choose('soon')
    await ask()
    await delivery.later()
    const [mail, ...others] = mailsToPriya()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Amara sent you a playdate request')
    const url = new URL((mail?.headers.get('list-unsubscribe') ?? '').slice(1, -1))
    expect(url.origin).toBe(publicUrl)
    // As in RFC 8058: the body is the other header's value, with neither cookie nor session.
    const pressed = await t.send('POST', url.pathname, {
      payload: mail?.headers.get('list-unsubscribe-post') ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([pressed.status, pressed.text]).toEqual([200, ''])
    await ask()
    await delivery.later()
    expect(mailsToPriya()).toHaveLength(1)
  })

  test('after unsubscribing is undone, notices wait for the day’s mail', { tags: ['TIME-82'] }, async () => {
    await choose('soon')
    await ask()
    const [before] = await delivery.dueOf(priya)
    const unsubscribeKey = await loadSecret(t.database, 'unsubscribe')
    const path = `/unsubscribe/${unsubscribeTokenOf(unsubscribeKey, priya.userId)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await t.send('POST', path, { payload: 'undo=1', headers })
    const [after] = await delivery.dueOf(priya)
    expect(after?.mail_due_at?.getTime()).not.toBe(before?.mail_due_at?.getTime())
    await delivery.later()
    expect(mailsToPriya().map(({ subject }) => subject)).toEqual(['1 thing on Tagalong'])
    await t.send('POST', path, { payload: 'stop=1', headers })
    await ask()
    expect((await delivery.dueOf(priya)).map(({ mail_due_at }) => mail_due_at)).toEqual([null, null])
  })

  test('a cancellation within a day is mailed though mails are off, without an unsubscribe link', {
    tags: ['TIME-80', 'TIME-121'],
  }, async () => {
    await choose('off')
    await inSpanish(priya)
    const id = await ask()
    const accepted = { id, acceptedLocation: 'Secret Meadow', acceptedTime: inHours(48).toISOString() }
    expect((await t.call(acceptPlaydate, { body: accepted }, { as: priya })).status).toBe(200)
    await t.database.pool.query(`update playdate set accepted_time = now() + interval '20 hours'`)
    expect((await t.call(cancelPlaydate, { body: { id } }, { as: amara })).status).toBe(200)
    await delivery.settled()
    const [mail, ...others] = mailsToPriya()
    expect([mail?.subject, others]).toEqual(['Amara canceló tu cita para jugar', []])
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    expect(mail?.raw).not.toMatch(/unsubscribe|Meadow|Zuri|Anika/)
  })
})

/** As if Priya had been notified that many times. */
async function insert(message: string, params: object, times: number): Promise<void> {
  await t.database.pool.query(
    `insert into notification (id, user_id, message, params, title, url)
      select gen_random_uuid(), $1, $2, $3, 'x', '/' from generate_series(1, $4)`,
    [priya.userId, message, params, times],
  )
}
