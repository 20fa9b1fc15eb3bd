import type { AddressInfo } from 'node:net'
import { Registry } from '@prometheus-io/client'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { AddressRefused, createMailer, type Mailer } from './mailer.ts'

let answer = 0
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_address, _session, callback) {
    callback(Object.assign(new Error('not here'), { responseCode: answer }))
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
  [550, true],
  [451, false],
])('an address that is refused with %i is refused for good: %s', async (code, isForGood) => {
  answer = code
  const error = await mailer.send(mail).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof AddressRefused).toBe(isForGood)
})
