import type { Assertion } from '@tagalong/contract/features/auth/webauthn.ts'
import type { Ctx } from '#http/context.ts'
import { passkeyHost } from '#http/origin.ts'
import type { Refusal } from '#http/refusal.ts'
import { hashOf, newToken } from '../tokens.ts'
import { findPasskey, insertChallenge, markPasskeyUsed, spendChallenge } from './passkeys.db.ts'
import { checkAssertion, clientDataOf, nobodysPasskey, userHandleOf } from './webauthn.ts'

/** /login asks for one each time that it is opened, and a school may have one address. */
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

/** Whose passkey it was. */
export interface Proven {
  userId: string
  passkeyId: string
  /** By a finger, a face or a PIN, so that it is two factors in one. */
  isVerified: boolean
}

/**
 * Null for an answer that isn't right, of which nobody learns why; each takes the same steps. `ctx.db` is no
 * transaction: the challenge is spent, whatever comes of it.
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
