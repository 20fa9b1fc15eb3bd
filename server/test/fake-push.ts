import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Reach } from '#integrations/push-service.ts'

/** What a device received, decrypted with its own keys as a browser does. */
export interface Pushed {
  device: string
  message: { title: string; url: string; id: string; dated?: string; until?: number }
  headers: Record<string, string | string[] | undefined>
}

type Answer = number | 'hang' | Promise<number>

export interface FakePush {
  port: number
  reach: Reach
  /** Returns a device's subscription as its browser reports it. */
  device(name: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Pushed[]
  /** The path of each request, whatever was answered. */
  asked: string[]
  /** Sets the push service's answer for a device; 201 by default. 'hang' answers nothing. */
  answer(name: string, how: Answer): void
  close(): Promise<void>
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

const host = 'push.example.test'

/** Starts a push service on this machine, which takes real messages. */
export async function fakePush(): Promise<FakePush> {
  const devices = new Map<string, Keys>()
  const answers = new Map<string, Answer>()
  const received: Pushed[] = []
  const asked: string[] = []
  const server = createServer({ key, cert }, (request, reply) => {
    const name = (request.url ?? '').slice(1)
    asked.push(name)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const how = (await answers.get(name)) ?? 201
      if (how === 'hang') return
      const device = devices.get(name)
      if (how === 201 && device) {
        const message = JSON.parse(decrypted(Buffer.concat(chunks), device).toString())
        received.push({ device: name, message, headers: request.headers })
      }
      reply.writeHead(how, how === 301 ? { location: 'http://127.0.0.1/' } : {}).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    asked,
    port,
    reach: reachOf(port),
    device(name) {
      // A device has the same keys in each test: a late push of the test before can still be read.
      const { ecdh, auth } = devices.get(name) ?? newKeys()
      devices.set(name, { ecdh, auth })
      return {
        endpoint: `https://${host}:${port}/${name}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    answer: (name, how) => void answers.set(name, how),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns how to reach the push service on that port, from another process too. */
export function reachOf(port: number): Reach {
  return {
    isKnownHost: (name) => name === host,
    port,
    ca: cert,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    mayReach: () => true,
  }
}

function newKeys(): Keys {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** Decrypts a message by RFC 8291 over RFC 8188, with one record. */
function decrypted(body: Buffer, { ecdh, auth }: Keys): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const shared = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const extracted = createHmac('sha256', auth).update(shared).digest()
  const secret = createHmac('sha256', extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
  const part = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), length))
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

// Only for tests; no other program trusts it.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+QbIGnazx5R0ftdo
e9gOONF4fDJSswTaj5ah8mTqpVShRANCAARfGFLon7HFweYrFUGk+s8TsfvNhdQc
an76cbOTjkCXFkeubuvxiLkeV9eyT+tnantfmnXdVPLId9liH6wWr4hG
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBrDCCAVOgAwIBAgIUK28sVaTPnWIR+ogygUgeJzA9E4IwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRcHVzaC5leGFtcGxlLnRlc3QwIBcNMjYxMTIwMTYwNjE4WhgP
MjEyNjEwMjcxNjA2MThaMBwxGjAYBgNVBAMMEXB1c2guZXhhbXBsZS50ZXN0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXxhS6J+xxcHmKxVBpPrPE7H7zYXUHGp+
+nGzk45AlxZHrm7r8Yi5HlfXsk/rZ2p7X5p13VTyyHfZYh+sFq+IRqNxMG8wHQYD
VR0OBBYEFHx/8nUtxhr46A8qIayMkpnHg4vMMB8GA1UdIwQYMBaAFHx/8nUtxhr4
6A8qIayMkpnHg4vMMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRcHVzaC5l
eGFtcGxlLnRlc3QwCgYIKoZIzj0EAwIDRwAwRAIgfjksvDfK2OPbL/Q5lskjo70Y
DF6b4yUiPI8l0C8YVA4CIDO4wEOrRxrEyPB/mPKlLCQ6f0BY5jnkDJULgB3oV7ZN
-----END CERTIFICATE-----`
