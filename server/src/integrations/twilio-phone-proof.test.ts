import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { twilioPhoneProof } from './twilio-phone-proof.ts'

test('Twilio’s redirects are not followed, so number and token are sent nowhere else', {}, async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const account = {
    accountSid: 'AC1',
    authToken: 'token',
    verifySid: 'VA1',
    apiBase: `http://127.0.0.1:${port}`,
  }
  const started = twilioPhoneProof(account, pino({ level: 'silent' })).start({
    phoneNumber: '+15103341201',
    language: 'en',
    hashOf: () => Buffer.alloc(0),
  })
  await expect(started).rejects.toThrow()
  expect(asked).toEqual(['/v2/Services/VA1/Verifications'])
  server.close()
})
