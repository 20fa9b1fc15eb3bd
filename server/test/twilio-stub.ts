import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const account = {
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'stub-token',
  TWILIO_VERIFY_SID: `VA${'2'.repeat(32)}`,
}

export interface TwilioStub {
  env: Record<string, string>
  /** Method, path and form of each call, in order. */
  calls: { path: string; form: Record<string, string> }[]
  /** By number, the code that the phone would show. */
  codes: Map<string, string>
  /** The answer to the next calls, instead of what they ask for. */
  failure: { status: number; code: number } | null
  /** Nothing is answered while true. */
  isSilent: boolean
  close(): Promise<void>
}

/**
 * Starts a server for the two calls of Twilio Verify that the app makes. It answers as the documentation says: a
 * verification gets 5 tries; once approved, it is gone, and asking about it again gets 404.
 */
export async function startTwilioStub(): Promise<TwilioStub> {
  const tries = new Map<string, number>()
  const stub: TwilioStub = {
    env: account,
    calls: [],
    codes: new Map(),
    failure: null,
    isSilent: false,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const { status, body } = answer(
      stub,
      tries,
      request,
      Object.fromEntries(new URLSearchParams(await text(request))),
    )
    if (stub.isSilent) return
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  stub.env = { PHONE_PROVIDER: 'twilio', ...account, TWILIO_API_BASE: `http://127.0.0.1:${port}` }
  return stub
}

interface Answer {
  status: number
  body: object
}

const failed = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

function answer(
  stub: TwilioStub,
  tries: Map<string, number>,
  { method, url = '', headers }: IncomingMessage,
  form: Record<string, string>,
): Answer {
  stub.calls.push({ path: `${method} ${url}`, form })
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_VERIFY_SID } = account
  const basic = Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString('base64')
  if (headers.authorization !== `Basic ${basic}`) return failed(401, 20_003, 'Authenticate')
  const { To = '' } = form
  if (stub.failure) return failed(stub.failure.status, stub.failure.code, `Not to ${To}`)
  const service = `/v2/Services/${TWILIO_VERIFY_SID}`
  const verification = (status: string, valid: boolean) => ({
    sid: `VE${'3'.repeat(32)}`,
    service_sid: TWILIO_VERIFY_SID,
    account_sid: TWILIO_ACCOUNT_SID,
    to: To,
    channel: 'sms',
    status,
    valid,
  })
  if (method === 'POST' && url === `${service}/Verifications`) {
    if (form.Channel !== 'sms') return failed(400, 60_200, 'Invalid parameter `Channel`')
    if (!/^\+\d+$/.test(To)) return failed(400, 60_200, 'Invalid parameter `To`')
    stub.codes.set(To, stub.codes.get(To) ?? String(100_000 + stub.calls.length))
    return { status: 201, body: verification('pending', false) }
  }
  if (method === 'POST' && url === `${service}/VerificationCheck`) {
    const code = stub.codes.get(To)
    if (!code) return failed(404, 20_404, 'The requested resource was not found')
    const count = (tries.get(To) ?? 0) + 1
    tries.set(To, count)
    if (count > 5) return failed(429, 60_202, 'Max check attempts reached')
    if (form.Code !== code) return { status: 200, body: verification('pending', false) }
    stub.codes.delete(To)
    return { status: 200, body: verification('approved', true) }
  }
  return failed(404, 20_404, `The requested resource ${url} was not found`)
}
