import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { email } from '../../values/email.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { languages } from '../../values/language.ts'
import { isWhole } from '../../values/text.ts'
import { caregiverProfile } from '../caregivers/caregivers.contract.ts'
import { passwordRules } from './auth.rules.ts'

/** An existing password; the rules for new ones don't apply. */
export const enteredPassword = z
  .string({ error: m.prompt_auth_password_missing })
  .check(z.minLength(1, { error: m.prompt_auth_password_missing }), z.maxLength(200))

/** Stored in the browser under the key `token`. */
export const token = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.literal('Bearer'),
})
export type Token = z.infer<typeof token>

/** A password being chosen: every rule must be met; at most 200 characters. */
export const newPassword = z
  .string()
  .check(
    z.maxLength(200, { error: () => m.prompt_text_too_long({ max: 200 }) }),
    ...passwordRules.map(({ isMet, prompt }) => z.refine<string>(isMet, { error: prompt })),
  )

export const queryParams = z
  .array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(64), z.refine(isWhole)),
      value: z.string().check(z.maxLength(256), z.refine(isWhole)),
    }),
  )
  .check(z.maxLength(20))

/**
 * Safety settings of this server. If it isn't strict, saving a number proves it. If it sends no codes, proving a number
 * isn't offered.
 */
const safety = z.object({ isStrict: z.boolean(), sendsCodes: z.boolean() })

/** The session's user, as returned by who-am-I. */
export const sessionUser = z.object({
  _id: id,
  email: z.string(),
  permissions: z.object({ isAdmin: z.boolean() }),
  queryParams: z.array(z.object({ name: z.string(), value: z.string() })),
  createdAt: instant,
  lastLoginAt: z.nullable(instant),
  caregiverProfile: z.nullable(caregiverProfile),
  profileImageKey: z.nullable(z.string()),
  /** Language of notices, pushes and mails. */
  language: z.enum(languages),
  safety,
})
export type SessionUser = z.infer<typeof sessionUser>

/** A new session; if a second step is still needed, no token but a ticket for `auth.takeSecondStep`. */
export const signedIn = z.object({
  token: z.nullable(token),
  redirectUrl: z.nullable(z.string()),
  secondStep: z.optional(
    z.object({ ticket: z.string(), kinds: z.array(z.enum(['passkey', 'app', 'recovery'])) }),
  ),
})
export type SignedIn = z.infer<typeof signedIn>

export const login = endpoint({
  name: 'auth.login',
  summary: 'Sign in with email and password',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/login',
  body: z.strictObject({
    email: z
      .string()
      .check(z.trim(), z.minLength(1, { error: m.prompt_auth_email_missing }), z.maxLength(254)),
    password: enteredPassword,
  }),
  data: signedIn,
})

export const register = endpoint({
  name: 'auth.register',
  summary: 'Register a user',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/register',
  body: z
    .strictObject({
      email,
      password: newPassword,
      confirmPassword: z.string().check(z.maxLength(200, { error: m.ui_invalid_input })),
      tos: z.literal(true, { error: m.prompt_auth_tos }),
      privacy: z.literal(true, { error: m.prompt_auth_privacy }),
      queryParams,
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ['confirmPassword'],
        error: m.prompt_auth_passwords_differ,
        // Checked even if other fields are wrong, so that all prompts are shown together.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    ),
  data: z.object({ token, redirectUrl: z.string(), confirmationRedirect: z.nullable(z.string()) }),
  status: 201,
})

/** Revokes all tokens of the session. */
export const logout = endpoint({
  name: 'auth.logout',
  summary: 'Sign this device out',
  scope: 'auth',
  guard: 'user',
  method: 'GET',
  path: '/logout',
  data: z.object({}),
  whilePaused: true,
})

export const whoami = endpoint({
  name: 'auth.whoami',
  summary: 'Read the signed-in user',
  scope: 'auth',
  guard: 'user',
  method: 'GET',
  path: '/whoami',
  data: z.object({ isLoggedIn: z.literal(true), user: sessionUser }),
  whilePaused: true,
})

/** Reads the X-Refresh-Token header. The returned pair replaces the one sent. */
export const refresh = endpoint({
  name: 'auth.refresh',
  summary: 'Replace the pair of tokens',
  scope: 'auth',
  guard: 'none',
  method: 'GET',
  path: '/refresh',
  data: z.object({ token }),
  refusals: [401],
})

/**
 * Ends every other session of the user, and their calendar link. 400 if the current password is wrong or the new one is
 * easy to guess.
 */
export const changePassword = endpoint({
  name: 'auth.changePassword',
  summary: 'Change the own password',
  scope: 'auth',
  guard: 'user',
  method: 'POST',
  path: '/change-password',
  body: z
    .strictObject({
      password: enteredPassword,
      newPassword,
      confirmPassword: z.string().check(z.maxLength(200, { error: m.ui_invalid_input })),
    })
    .check(
      z.refine((body) => body.newPassword === body.confirmPassword, {
        path: ['confirmPassword'],
        error: m.prompt_auth_passwords_differ,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    ),
  data: z.object({}),
})

/** Language of what is sent to the caller. Replies follow each call's own Accept-Language. */
export const setLanguage = endpoint({
  name: 'auth.setLanguage',
  summary: 'Choose the own language',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/language',
  body: z.strictObject({ language: z.enum(languages) }),
  data: z.object({ language: z.enum(languages) }),
})

/** A signed-in device. `device` is a description such as 'Chrome on Android'. */
export const session = z.object({
  _id: id,
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The caller's own sessions, most recently seen first. */
export const listSessions = endpoint({
  name: 'auth.listSessions',
  summary: 'List the own signed-in devices',
  scope: 'auth',
  guard: 'user',
  method: 'GET',
  path: '/session',
  data: z.array(session),
  whilePaused: true,
})

export const endSession = endpoint({
  name: 'auth.endSession',
  summary: 'Sign one of the own devices out',
  scope: 'auth',
  guard: 'user',
  method: 'DELETE',
  path: '/session/:id',
  params: idParams,
  data: z.object({}),
  fresh: true,
  whilePaused: true,
})

/** Ends all of the caller's sessions but the current one. */
export const endOtherSessions = endpoint({
  name: 'auth.endOtherSessions',
  summary: 'Sign all other own devices out',
  scope: 'auth',
  guard: 'user',
  method: 'DELETE',
  path: '/session',
  data: z.object({}),
  fresh: true,
  whilePaused: true,
})

/**
 * Permanently deletes the caller's account: its children as in `children.delete`, its sessions, files, connections and
 * everything that identifies its user. If the account is suspended, its address, if a mailed link was opened, and its
 * number, if proven by a code, stay barred until the suspension ends, for 24 months at most. 400 for a wrong password,
 * ten tries an hour; 409 for the last administrator, and while an administrator is restoring another guardian of a
 * child that would be erased.
 */
export const deleteAccount = endpoint({
  name: 'auth.deleteAccount',
  summary: 'Delete the own account',
  scope: 'app',
  guard: 'user',
  method: 'DELETE',
  path: '/user',
  body: z.strictObject({ password: enteredPassword }),
  data: z.object({}),
  whilePaused: true,
})
