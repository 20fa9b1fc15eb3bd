import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { signedIn } from './auth.contract.ts'
import { assertion } from './webauthn.ts'

/** Six digits. Whitespace, which some apps show in the middle, is ignored. */
const sixDigits = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, { error: m.prompt_auth_code_wrong }),
)

/** Mailed to an administrator before the first way is set up. */
export const mailCode = sixDigits

/** `XXX-XXXX-XXXX`; lower case, spaces and missing hyphens are accepted. */
const recoveryCode = z.string().check(z.minLength(1), z.maxLength(40))

export const passkey = z.object({
  /** The credential's id. */
  _id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>

/** In the order in which they were made. They are shown only once. */
const recoveryCodes = z.array(z.string())

export const getSecurity = endpoint({
  name: 'auth.getSecurity',
  summary: 'Read how the caller signs in',
  scope: 'auth',
  guard: 'user',
  method: 'GET',
  path: '/security',
  data: z.object({
    passkeys: z.array(passkey),
    /** Whether the authenticator app is set up. */
    totp: z.boolean(),
    secondStep: z.boolean(),
    codesLeft: z.number(),
    /** True for an administrator without a second step if safety is strict; all of /admin is then refused. */
    mustSetUp: z.boolean(),
    isFresh: z.boolean(),
    /** Whether this server can store an app's secret; the app is offered only then. */
    isSetUp: z.boolean(),
    passwordChangedAt: z.nullable(instant),
  }),
  whilePaused: true,
})

/**
 * Makes the session fresh for 15 minutes, as calls that can't be undone require. Takes a passkey, or the app's code if
 * the second step is on, else the password. 400 for a wrong one.
 */
export const confirmIdentity = endpoint({
  name: 'auth.confirmIdentity',
  summary: 'Confirm that the session is the own',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/fresh',
  body: z.union([
    z.strictObject({
      password: z
        .string({ error: m.prompt_auth_password_missing })
        .check(z.minLength(1, { error: m.prompt_auth_password_missing }), z.maxLength(200)),
    }),
    z.strictObject({ code: sixDigits }),
    z.strictObject({ passkey: assertion }),
  ]),
  data: z.object({}),
  whilePaused: true,
})

/** Finishes a sign-in that began with a password. 400 for a wrong step or an expired ticket. */
export const takeSecondStep = endpoint({
  name: 'auth.takeSecondStep',
  summary: 'Finish signing in by the second step',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/second-step',
  body: z.union([
    z.strictObject({ ticket: z.string().check(z.minLength(1), z.maxLength(100)), code: sixDigits }),
    z.strictObject({ ticket: z.string().check(z.minLength(1), z.maxLength(100)), recoveryCode }),
    z.strictObject({ ticket: z.string().check(z.minLength(1), z.maxLength(100)), passkey: assertion }),
  ]),
  data: signedIn,
})

/** Mails a code to the caller's own address; valid once, for 10 minutes. 5 an hour. */
export const sendMailCode = endpoint({
  name: 'auth.sendMailCode',
  summary: 'Ask for a mailed code',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/mail-code',
  body: z.strictObject({}),
  data: z.object({}),
  whilePaused: true,
})

/**
 * Replaces a setup that still waits for its code. An app that is already set up stays until the new one is confirmed.
 */
export const startTotp = endpoint({
  name: 'auth.startTotp',
  summary: 'Begin to set up an authenticator app',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/totp',
  body: z.strictObject({ mailCode: z.optional(mailCode) }),
  data: z.object({ secret: z.string(), url: z.string() }),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})

/** Sets up the app and turns the second step on. */
export const confirmTotp = endpoint({
  name: 'auth.confirmTotp',
  summary: 'Set up the authenticator app by its first code',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/totp/confirm',
  body: z.strictObject({ code: sixDigits }),
  data: z.object({ recoveryCodes: z.optional(recoveryCodes) }),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})

/** Removing the last way turns the second step off. */
export const removeTotp = endpoint({
  name: 'auth.removeTotp',
  summary: 'Remove the authenticator app',
  scope: 'auth',
  guard: 'user',
  method: 'DELETE',
  path: '/totp',
  data: z.object({}),
  fresh: true,
  whilePaused: true,
})

/** Makes ten codes; the old ones stop working. */
export const makeRecoveryCodes = endpoint({
  name: 'auth.makeRecoveryCodes',
  summary: 'Make new recovery codes',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/recovery-codes',
  body: z.strictObject({}),
  data: z.object({ recoveryCodes }),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})

/** Requires a passkey or the app. */
export const turnSecondStepOn = endpoint({
  name: 'auth.turnSecondStepOn',
  summary: 'Ask for a second step at each sign-in',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/second-step/on',
  body: z.strictObject({}),
  data: z.object({ recoveryCodes: z.optional(recoveryCodes) }),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})

export const turnSecondStepOff = endpoint({
  name: 'auth.turnSecondStepOff',
  summary: 'Ask for no second step any more',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/second-step/off',
  body: z.strictObject({}),
  data: z.object({}),
  refusals: [409],
  fresh: true,
  whilePaused: true,
})

/** For a user who has lost every way. Ends the ways, codes, sessions and calendar link. Not for administrators. */
export const resetSecondStep = endpoint({
  name: 'auth.resetSecondStep',
  summary: "Switch a user's second step off",
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/user/:id/second-step-off',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  data: z.object({}),
  fresh: true,
})
