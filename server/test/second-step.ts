import { register } from '@tagalong/contract/features/auth/auth.contract.ts'
import { confirmTotp, startTotp } from '@tagalong/contract/features/auth/security.contract.ts'
import { expect } from 'vitest'
import type { TestApp, Tokens } from './app.ts'
import { appCode } from './totp.ts'

/** Somebody who signs in with two steps, and what the set-up gave them. */
export interface PersonWithApp {
  email: string
  as: Tokens
  secret: string
  recoveryCodes: string[]
}

export const password = 'Playdate1!'

export async function signUp(t: TestApp, email: string): Promise<Tokens> {
  const words = { password, confirmPassword: password }
  const body = { email, ...words, tos: true, privacy: true, queryParams: [] }
  return (await t.call(register, { body })).body.data.token
}

/** An authenticator app for whoever is in. */
export async function setUpApp(
  t: TestApp,
  as: Tokens,
): Promise<{ secret: string; recoveryCodes: string[] | undefined }> {
  const { secret } = (await t.call(startTotp, {}, { as })).body.data
  const code = appCode(secret, t.clock.now())
  const confirmed = await t.call(confirmTotp, { body: { code } }, { as })
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes }
}

export async function addPersonWithApp(t: TestApp, email: string): Promise<PersonWithApp> {
  const as = await signUp(t, email)
  const { secret, recoveryCodes } = await setUpApp(t, as)
  return { email, as, secret, recoveryCodes: recoveryCodes ?? [] }
}
