import * as z from 'zod/mini'

/** Bytes as base64url. */
const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))

/** A credential's id or a challenge. */
export const challenge = bytes(1_400)

const transports = z.array(z.string().check(z.maxLength(20)))

/** Added by browsers on their own; never requested or read here. */
const extensions = z.record(z.string().check(z.maxLength(50)), z.unknown())

const credential = {
  id: challenge,
  rawId: challenge,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
}

/** A passkey's answer: the standard's AuthenticationResponseJSON. */
export const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(2_000),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
})
export type Assertion = z.infer<typeof assertion>

/** A new passkey: the standard's RegistrationResponseJSON. */
export const attestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.optional(transports.check(z.maxLength(10))),
    authenticatorData: z.optional(bytes(4_000)),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(bytes(4_000)),
  }),
})
export type Attestation = z.infer<typeof attestation>

const described = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(transports),
})

/** PublicKeyCredentialRequestOptionsJSON, as far as it is used here. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('preferred'),
})

/** PublicKeyCredentialCreationOptionsJSON, as far as it is used here. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
})
