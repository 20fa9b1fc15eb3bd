import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { confirmTotp, sendMailCode, startTotp } from '@tagalong/contract/features/auth/security.contract.ts'
import { expect } from 'vitest'
import type { TestApp, Tokens } from './app.ts'
import { readLetter } from './outbox.ts'
import { appCode } from './totp.ts'

/** A user who signs in with two steps, and what the set-up gave them. */
export interface PersonWithApp {
  email: string
  as: Tokens
  secret: string
  /** The code that the app was set up with. */
  code: string
  recoveryCodes: string[]
}

export const password = 'Playdate1!'

export async function signUp(t: TestApp, email: string): Promise<Tokens> {
  const words = { password, confirmPassword: password }
  const body = { email, ...words, tos: true, privacy: true, queryParams: [] }
  return (await t.call(register, { body })).body.data.token
}

/** Sets up an authenticator app for a signed-in user. */
export async function setUpApp(
  t: TestApp,
  as: Tokens,
  more: { mailCode?: string } = {},
): Promise<{ secret: string; code: string; recoveryCodes: string[] | undefined }> {
  const { secret } = (await t.call(startTotp, { body: more }, { as })).body.data
  const code = appCode(secret, t.clock.now())
  const confirmed = await t.call(confirmTotp, { body: { code } }, { as })
  expect(confirmed.status).toBe(200)
  return { secret, code, recoveryCodes: confirmed.body.data.recoveryCodes }
}

export async function addPersonWithApp(t: TestApp, email: string): Promise<PersonWithApp> {
  const as = await signUp(t, email)
  const { secret, code, recoveryCodes } = await setUpApp(t, as)
  return { email, as, secret, code, recoveryCodes: recoveryCodes ?? [] }
}

/** Asks for a code by mail, and returns it; the first one to that address. */
export async function mailedCode(t: TestApp, as: Tokens, email: string): Promise<string> {
  expect((await t.call(sendMailCode, {}, { as })).status).toBe(200)
  return /Enter (\d{6})/.exec(await readLetter(t, email, /Enter \d{6}/))?.[1] ?? ''
}
