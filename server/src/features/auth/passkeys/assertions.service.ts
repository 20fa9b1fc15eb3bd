import type { Assertion } from '@tagalong/contract/features/auth/webauthn.ts'
import type { Ctx } from '#http/context.ts'
import { passkeyHost } from '#http/origin.ts'
import type { Refusal } from '#http/refusal.ts'
import { hashOf, newToken } from '../tokens.ts'
import { findPasskey, insertChallenge, markPasskeyUsed, spendChallenge } from './passkeys.db.ts'
import { checkAssertion, clientDataOf, nobodysPasskey, userHandleOf } from './webauthn.ts'

/** /login asks for a challenge each time it is opened, and a whole school may share one IP address. */
const challenges = { name: 'passkey-challenge', points: 1_000, seconds: 3_600 }

export const minutesToAnswer = 5

export async function getPasskeyChallenge(
  ctx: Ctx<unknown>,
): Promise<{ challenge: string; rpId: string; timeout: number; userVerification: 'preferred' } | Refusal> {
  const refused = await ctx.limits.use(challenges, ctx.client.ip)
  if (refused) return refused
  const challenge = newToken()
  await insertChallenge(ctx.db, hashOf(challenge), { kind: 'passkey', userId: null })
  return {
    challenge,
    rpId: passkeyHost(ctx.env.publicUrl),
    timeout: minutesToAnswer * 60_000,
    userVerification: 'preferred',
  }
}

/** The passkey that answered a challenge, and its user. */
export interface Proven {
  userId: string
  passkeyId: string
  /** True if by a finger, a face or a PIN, which makes it two factors in one. */
  isVerified: boolean
}

/**
 * Returns null if the answer isn't right, without saying why; each failure takes the same steps. `ctx.db` is no
 * transaction: the challenge is spent whatever the outcome.
 */
export async function verifyAssertion(ctx: Ctx<unknown>, response: Assertion): Promise<Proven | null> {
  const { db, env } = ctx
  const { challenge } = clientDataOf(response)
  const isOpen = await spendChallenge(db, hashOf(challenge), { kind: 'passkey', userId: null })
  const passkey = await findPasskey(db, { id: response.id, host: passkeyHost(env.publicUrl) })
  const checked = await checkAssertion(env, response, passkey ?? nobodysPasskey)
  if (!isOpen || !passkey || !checked) return null
  if (response.response.userHandle !== userHandleOf(passkey.user_id)) return null
  const { counter, isBackedUp, isVerified } = checked
  await markPasskeyUsed(db, { id: passkey.credential_id, counter, isBackedUp })
  return { userId: passkey.user_id, passkeyId: passkey.credential_id, isVerified }
}
