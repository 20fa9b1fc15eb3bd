import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { email } from '../../values/email.ts'
import { id } from '../../values/id.ts'
import { newPassword } from './auth.contract.ts'

const linkParts = {
  /** From the mailed link: single use, valid for 60 minutes. */
  token: z.string().check(z.minLength(1), z.maxLength(100)),
  id,
}

/** The same answer after the same time, whether or not the address is known. */
export const requestToken = endpoint({
  name: 'auth.requestToken',
  summary: 'Ask for a link to set a new password',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/request-token',
  body: z
    .strictObject({ email, confirmEmail: z.string().check(z.maxLength(254, { error: m.ui_invalid_input })) })
    .check(
      z.refine((body) => body.email === body.confirmEmail.trim(), {
        path: ['confirmEmail'],
        error: m.prompt_auth_emails_differ,
      }),
    ),
  data: z.object({}),
})

/** Ends every session of the user. */
export const resetPassword = endpoint({
  name: 'auth.resetPassword',
  summary: 'Set a new password by a link',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/reset-password',
  body: z
    .strictObject({
      password: newPassword,
      confirmPassword: z.string().check(z.maxLength(200, { error: m.ui_invalid_input })),
      ...linkParts,
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ['confirmPassword'],
        error: m.prompt_auth_passwords_differ,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    ),
  data: z.object({}),
  message: 'success',
})

/**
 * The link mailed to a new address makes it the user's. The link mailed to the old address undoes that (`isUndone`): it
 * ends every session, the password, ways added since, pending changes and later links, and a link to set a new password
 * is mailed.
 */
export const confirmEmail = endpoint({
  name: 'auth.confirmEmail',
  summary: 'Confirm a new email address, or undo it, by a link',
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/confirm-email',
  body: z.strictObject(linkParts),
  data: z.object({ email: z.string(), isUndone: z.boolean() }),
  message: 'success',
  refusals: [409],
})

/**
 * The link 'That wasn't me' in a mail about the account. Ends every session and the password, and mails a link to set a
 * new one.
 */
export const reportNotMe = endpoint({
  name: 'auth.reportNotMe',
  summary: "Say that it wasn't oneself",
  scope: 'auth',
  guard: 'none',
  method: 'POST',
  path: '/not-me',
  body: z.strictObject(linkParts),
  data: z.object({
    /** True if a link to set a new password was mailed; false if the account has another address by now. */
    isMailed: z.boolean(),
  }),
})

/** Mails a link to the new address. Until it is opened, the old address signs in. */
export const changeEmail = endpoint({
  name: 'auth.changeEmail',
  summary: 'Change the own email address',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/user',
  body: z.strictObject({ email }),
  data: z.object({ pendingEmail: z.string() }),
  fresh: true,
})
