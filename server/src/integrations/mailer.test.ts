import type { AddressInfo } from 'node:net'
import { Registry } from '@prometheus-io/client'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { AddressRefused, createMailer, type Mailer } from './mailer.ts'

let answer = ''
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // Otherwise the server puts codes of its own before each answer.
  hideENHANCEDSTATUSCODES: true,
  onRcptTo(_address, _session, callback) {
    const [code, ...text] = answer.split(' ')
    callback(Object.assign(new Error(text.join(' ')), { responseCode: Number(code) }))
  },
})
let mailer: Mailer
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const env = readEnv({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  mailer = createMailer(env, pino({ level: 'silent' }), new Registry())
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const mail = { to: 'nobody@example.org', subject: 'x', text: 'x', html: 'x', language: 'en' as const }

test.each([
  ['550 no such user', true],
  ['550 5.1.1 no such user', true],
  ['554 5.1.1 no such user', true],
  ['556 5.1.10 takes no mail', true],
  ['451 later', false],
  ['550 5.1.8 sender’s domain not found', false],
  ['550 5.2.1 mailbox closed', false],
  ['550 5.7.1 not by our rules', false],
  ['552 mailbox full', false],
  ['552 5.2.2 mailbox full', false],
  ['553 5.7.1 sender not allowed', false],
  ['554 5.7.1 relay access denied', false],
])('an address refused with %s counts as refused for good: %s', async (reply, isForGood) => {
  answer = reply
  const error = await mailer.send(mail).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof AddressRefused).toBe(isForGood)
})
