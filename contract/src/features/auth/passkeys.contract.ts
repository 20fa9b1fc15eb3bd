import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { signedIn } from './auth.contract.ts'
import { mailCode, passkey } from './security.contract.ts'
import { assertion, attestation, challenge, creationOptions, requestOptions } from './webauthn.ts'

/** A challenge for one answer within 5 minutes, by any passkey: for a sign-in, a second step or 'It's me'. */
export const getPasskeyChallenge = endpoint({
  name: 'auth.getPasskeyChallenge',
  summary: 'Ask for a challenge that a passkey answers',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/passkey-login/options',
  body: z.strictObject({}),
  data: requestOptions,
})

/** Refused like a wrong password, whatever the cause. */
export const loginByPasskey = endpoint({
  name: 'auth.loginByPasskey',
  summary: 'Sign in with a passkey',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/passkey-login',
  body: z.strictObject({ response: assertion }),
  data: signedIn,
})

export const startPasskey = endpoint({
  name: 'auth.startPasskey',
  summary: 'Ask for a challenge that makes a passkey',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/passkey/options',
  body: z.strictObject({}),
  data: creationOptions,
  fresh: true,
  whilePaused: true,
})

/** At most ten per user. `mailCode` is needed for an administrator's first way if safety is strict. */
export const addPasskey = endpoint({
  name: 'auth.addPasskey',
  summary: 'Add a passkey',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/passkey',
  body: z.strictObject({
    response: attestation,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(50)),
    mailCode: z.optional(mailCode),
  }),
  data: passkey,
  fresh: true,
  whilePaused: true,
})

export const removePasskey = endpoint({
  name: 'auth.removePasskey',
  summary: 'Remove a passkey',
  scope: 'auth',
  guard: 'user',
  method: 'DELETE',
  path: '/passkey/:id',
  params: z.strictObject({ id: challenge }),
  data: z.object({}),
  fresh: true,
  whilePaused: true,
})
