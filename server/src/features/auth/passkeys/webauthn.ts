import { generateKeyPairSync } from 'node:crypto'
import type { Assertion, Attestation } from '@tagalong/contract/features/auth/webauthn.ts'
import * as z from 'zod/mini'
import type { Env } from '#env.ts'
import { isOurOrigin, passkeyHost } from '#http/origin.ts'
import type { PasskeyRow } from './passkeys.db.ts'

/** Ed25519, ES256 and RS256, in order of preference. */
export const algorithms = [-8, -7, -257]

/** Returns the bytes of the user's id, by which a passkey names its user. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The client data that a browser signs: the page's origin, and the challenge it answers. */
const clientData = z.object({
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
})
type ClientData = z.infer<typeof clientData>

/** Returns the signed client data; if unreadable, data that nobody accepts. */
export function clientDataOf({ response }: Assertion | Attestation): ClientData {
  return (
    readJson(Buffer.from(response.clientDataJSON, 'base64url').toString()) ?? { challenge: '', origin: '' }
  )
}

function readJson(text: string): ClientData | undefined {
  try {
    return clientData.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Checked for both kinds of answers: the page is ours, and in no other page's frame. */
function isOurPage({ origin, crossOrigin }: ClientData, { publicUrl }: Env): boolean {
  return !crossOrigin && isOurOrigin(origin, publicUrl)
}

/** What an answer says, once its signature is verified. */
export interface Checked {
  counter: number
  isBackedUp: boolean
  /** True if a finger, a face or a PIN verified the user; false if somebody only pressed a button. */
  isVerified: boolean
}

/** Checks that the passkey signed the answer for this host; null if not. The caller spends the challenge. */
export async function checkAssertion(
  env: Env,
  response: Assertion,
  passkey: Pick<PasskeyRow, 'credential_id' | 'public_key'>,
): Promise<Checked | null> {
  const client = clientDataOf(response)
  const { verifyAuthenticationResponse } = await library()
  const checked = await orNull(() =>
    verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: client.challenge,
      expectedOrigin: client.origin,
      expectedRPID: passkeyHost(env.publicUrl),
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // Zero accepts any counter: a passkey that is synced across devices has none.
        counter: 0,
      },
    }),
  )
  if (!checked?.verified || !isOurPage(client, env)) return null
  const { newCounter, credentialBackedUp, userVerified } = checked.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp, isVerified: userVerified }
}

/** Checks a passkey that was just made for this host; null if it isn't right. The caller spends the challenge. */
export async function checkAttestation(
  env: Env,
  response: Attestation,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'backed_up' | 'rp_id'> | null> {
  const client = clientDataOf(response)
  const host = passkeyHost(env.publicUrl)
  const { verifyRegistrationResponse } = await library()
  const checked = await orNull(async () =>
    verifyRegistrationResponse({
      response: (await withoutStatement(response)) as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: client.challenge,
      expectedOrigin: client.origin,
      expectedRPID: host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!checked?.verified || !isOurPage(client, env)) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  // The id that the browser names must be the one that was signed.
  if (credential.id !== response.id) return null
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backed_up: credentialBackedUp,
    rp_id: host,
  }
}

/**
 * Removes the attestation statement: nobody asked who made the authenticator, so certificates sent unasked aren't even
 * read.
 */
async function withoutStatement(response: Attestation): Promise<Attestation> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const made = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', made.get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare))
  return { ...response, response: { ...response.response, attestationObject } }
}

/** Loaded with the first passkey, since it is large. */
const library = () => import('@simplewebauthn/server')

/** Returns null if the check throws, as it does on malformed input. */
async function orNull<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}

/** Compared if a passkey is unknown, so that the answer takes the same steps; nobody has its private key. */
export const nobodysPasskey = { credential_id: '', public_key: newPublicKey() }

/** Makes an ES256 public key in COSE form. */
function newPublicKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  return Buffer.concat([
    bytes('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    bytes('225820'),
    Buffer.from(y, 'base64url'),
  ])
}
