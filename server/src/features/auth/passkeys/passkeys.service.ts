import type { SignedIn } from '@tagalong/contract/features/auth/auth.contract.ts'
import type {
  addPasskey as addCall,
  startPasskey as startCall,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import type { Assertion } from '@tagalong/contract/features/auth/webauthn.ts'
import type { BodyOf, DataOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import { findCaregiverOfUser } from '#features/caregivers/caregivers.db.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { findUser, lockUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { passkeyHost } from '#http/origin.ts'
import { notFound, Refusal, unauthorised } from '#http/refusal.ts'
import { isLiveSession } from '../auth.db.ts'
import { spendMailCode } from '../second-step/mail-codes.service.ts'
import { findWays } from '../second-step/second-step.db.ts'
import { refuseLastWay, turnOffWithoutWay } from '../second-step/ways.service.ts'
import { loginRefused, signInByPasskey } from '../signing-in.service.ts'
import { hashOf, newToken } from '../tokens.ts'
import { minutesToAnswer, verifyAssertion } from './assertions.service.ts'
import {
  deletePasskey,
  findOwnPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  spendChallenge,
} from './passkeys.db.ts'
import { algorithms, checkAttestation, clientDataOf, userHandleOf } from './webauthn.ts'

const perAddress = { name: 'passkey-address', points: 100, seconds: 3_600 }

const most = 10
const full = new Refusal(409, m.prompt_auth_passkeys_full)
const refused = new Refusal(400, m.prompt_auth_passkey_refused)

export async function loginByPasskey(ctx: Ctx<unknown>, response: Assertion): Promise<SignedIn | Refusal> {
  const tooOften = await ctx.limits.use(perAddress, ctx.client.ip)
  if (tooOften) return tooOften
  const proven = await verifyAssertion(ctx, response)
  if (!proven) {
    ctx.log.info('wrong passkey')
    return loginRefused
  }
  await ctx.limits.restore(perAddress, ctx.client.ip)
  const { userId, passkeyId, isVerified } = proven
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const user = await findUser(db, userId)
    // It may have been removed meanwhile.
    if (!user || !(await findOwnPasskey(db, userId, passkeyId))) return loginRefused
    return signInByPasskey(ctx, db, user, isVerified)
  })
}

/** Returns the options from which the browser makes a passkey. */
export async function startPasskey(
  ctx: Ctx,
  { userId }: Authorised<Actor>,
): Promise<DataOf<typeof startCall> | Refusal> {
  const [user, profile, known] = await Promise.all([
    findUser(ctx.db, userId),
    findCaregiverOfUser(ctx.db, userId),
    listPasskeys(ctx.db, userId, passkeyHost(ctx.env.publicUrl)),
  ])
  if (!user) return unauthorised
  if (known.length >= most) return full
  const challenge = newToken()
  await insertChallenge(ctx.db, hashOf(challenge), { kind: 'passkey-add', userId })
  return {
    challenge,
    rp: { id: passkeyHost(ctx.env.publicUrl), name: ctx.env.brandName },
    user: {
      id: userHandleOf(userId),
      name: user.email,
      displayName: profile ? `${profile.name} ${profile.last_name}` : user.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: minutesToAnswer * 60_000,
    attestation: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
  }
}

/** `response` is what the browser made from the options of `startPasskey`. */
export async function addPasskey(
  ctx: Ctx,
  { userId, sessionId }: Authorised<Actor>,
  { response, name, mailCode }: BodyOf<typeof addCall>,
): Promise<PasskeyRow | Refusal> {
  const hash = hashOf(clientDataOf(response).challenge)
  const isOpen = await spendChallenge(ctx.db, hash, { kind: 'passkey-add', userId })
  const made = await checkAttestation(ctx.env, response)
  if (!isOpen || !made) return refused
  const { transports = [] } = response.response
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    // The session may have been ended meanwhile.
    if (!(await isLiveSession(db, sessionId))) return unauthorised
    if ((await listPasskeys(db, userId, passkeyHost(ctx.env.publicUrl))).length >= most) return full
    const withoutCode = await spendMailCode(ctx, db, mailCode)
    if (withoutCode) return withoutCode
    const added = await insertPasskey(db, { ...made, user_id: userId, transports, name })
    if (!added) return refused
    await notifyOfSecurity({ ...ctx, db }, userId, 'passkeyAdded')
    return added
  })
}

export function removePasskey(
  ctx: Ctx,
  { user_id: userId, credential_id: id }: Authorised<PasskeyRow>,
): Promise<Refusal | null> {
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const ways = await findWays(db, ctx.env, userId)
    const last = ways && refuseLastWay(ctx.env, ways)
    if (last) return last
    if (!(await deletePasskey(db, userId, id))) return notFound
    await notifyOfSecurity({ ...ctx, db }, userId, 'passkeyRemoved')
    await turnOffWithoutWay({ ...ctx, db }, userId)
    return null
  })
}
