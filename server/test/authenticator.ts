import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { getPasskeyChallenge, startPasskey } from '@tagalong/contract/features/auth/passkeys.contract.ts'
import type { Assertion, Attestation } from '@tagalong/contract/features/auth/webauthn.ts'
import type { DataOf } from '@tagalong/contract/http/endpoint.ts'

interface Held {
  id: string
  privateKey: KeyObject
  userHandle: string
  counter: number
}

/** What a browser or its authenticator does differently from the default. */
interface Otherwise {
  /** The origin of the page that asks. */
  origin?: string
  /** The host that the authenticator signs for. */
  host?: string
  /** True if it checked a finger, a face or a PIN. */
  isVerified?: boolean
  /** True if the page is in a frame of another site. */
  crossOrigin?: boolean
  /** The value of the signature counter. */
  counter?: number
  userHandle?: string
  type?: string
  /** The passkey's id: of a new one, or of the one that answers; by default the newest. */
  id?: string
  /** Format of an attestation that nobody asked for: an unreadable certificate. */
  format?: string
}

export interface Authenticator {
  create(options: DataOf<typeof startPasskey>, otherwise?: Otherwise): Attestation
  get(options: DataOf<typeof getPasskeyChallenge>, otherwise?: Otherwise): Assertion
}

const [present, verified, attested] = [0x01, 0x04, 0x40]

/** Makes a browser with an authenticator that creates and holds real keys (ES256), for a page of that origin. */
export function newAuthenticator(pageOrigin: string): Authenticator {
  const held: Held[] = []

  function authData(host: string, flags: number, counter: number, more: Uint8Array[] = []): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counted, ...more])
  }
  function clientData(type: string, challenge: string, { origin, crossOrigin }: Otherwise): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? pageOrigin, crossOrigin: crossOrigin ?? false }),
    )
  }

  return {
    create(options, otherwise = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      const made = { id: id.toString('base64url'), privateKey, userHandle: options.user.id, counter: 0 }
      held.push(made)
      const flags = present | attested | (otherwise.isVerified === false ? 0 : verified)
      const authenticatorData = authData(otherwise.host ?? options.rp.id, flags, otherwise.counter ?? 0, [
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ])
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', otherwise.format ?? 'none'],
          ['attStmt', new Map<string, string>(otherwise.format ? [['x5c', 'junk']] : [])],
          ['authData', authenticatorData],
        ]),
      )
      const client = clientData(otherwise.type ?? 'webauthn.create', options.challenge, otherwise)
      const named = otherwise.id ?? made.id
      return {
        id: named,
        rawId: named,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get(options, otherwise = {}) {
      const used = held.findLast(({ id }) => id === (otherwise.id ?? id))
      if (!used) throw new Error('No such passkey')
      used.counter += 1
      const flags = present | (otherwise.isVerified === false ? 0 : verified)
      const signed = authData(otherwise.host ?? options.rpId, flags, otherwise.counter ?? used.counter)
      const client = clientData(otherwise.type ?? 'webauthn.get', options.challenge, otherwise)
      const signature = sign('sha256', Buffer.concat([signed, sha256(client)]), used.privateKey)
      return {
        id: used.id,
        rawId: used.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: otherwise.userHandle ?? used.userHandle,
        },
      }
    },
  }
}

function sha256(what: string | Buffer): Buffer {
  return createHash('sha256').update(what).digest()
}

/** Encodes a key as COSE: EC2, ES256, P-256, x, y. */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}
