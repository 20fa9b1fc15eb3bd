import { randomBytes } from 'node:crypto'
import type { SignedIn } from '@tagalong/contract/features/auth/auth.contract.ts'
import type {
  confirmIdentity as confirmCall,
  takeSecondStep as takeCall,
} from '@tagalong/contract/features/auth/security.contract.ts'
import type { BodyOf } from '@tagalong/contract/http/endpoint.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { Db } from '#db/db.ts'
import { notifyOfSecurity } from '#features/users/security-facts.ts'
import { findUser, lockUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import { confirmSession } from '../auth.db.ts'
import { verifyAssertion } from '../passkeys/assertions.service.ts'
import { findOwnPasskey } from '../passkeys/passkeys.db.ts'
import { confirmPassword } from '../passwords.service.ts'
import { hashing, matchesPassword } from '../passwords.ts'
import { isTicketOfPasskey, loginRefused, signIn } from '../signing-in.service.ts'
import { hashOf } from '../tokens.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { findRecoveryCode, findTotp, findWays, spendRecoveryCode, spendTotpStep } from './second-step.db.ts'
import { countTicketTry, isOpenTicket, spendTicket } from './tickets.db.ts'
import { newTotpSecret, stepOf } from './totp.ts'

type TakeBody = BodyOf<typeof takeCall>
/** What the user shows, without the ticket. */
type Shown = TakeBody extends infer Body ? (Body extends unknown ? Omit<Body, 'ticket'> : never) : never

/** Runs in the transaction it is for. True for the one call that uses the code or passkey, false if it was wrong. */
type Spend = (db: Db) => Promise<boolean>

/** Right ones don't count. */
const wrongSteps = { name: 'second-step', points: 20, seconds: 3_600 }

export const codeWrong = badInput('code', m.prompt_auth_code_wrong)
const over = new Refusal(400, m.prompt_auth_ticket_over)
const passwordRefused = badInput('password', m.prompt_auth_second_step_instead)
/** Compared if the account has none, so that the answer takes as long. */
const nobodysSecret = newTotpSecret()
const nobodysHash = randomBytes(8).toString('hex')

/**
 * Signs in by the ticket of a first step and a second proof. Counts each try, on the ticket and on the account, before
 * looking at it; a wrong one takes the same steps whatever was wrong.
 */
export async function takeSecondStep(ctx: Ctx<unknown>, body: TakeBody): Promise<SignedIn | Refusal> {
  const ticket = hashOf(body.ticket)
  const counted = await countTicketTry(ctx.db, ticket)
  if (!counted?.user_id) return over
  const userId = counted.user_id
  return counting(ctx, userId, async () => {
    // If a passkey began it, another passkey is no second step.
    if ('passkey' in body && isTicketOfPasskey(body.ticket)) return wrong(body)
    const spend = await check(ctx, userId, body)
    if (spend instanceof Refusal) return spend
    return ctx.db.transaction().execute(async (db) => {
      await lockUser(db, userId)
      // Sessions may have been ended, or another call may have spent the ticket.
      if (!(await isOpenTicket(db, ticket))) return over
      if (!(await spend(db))) return wrong(body)
      await spendTicket(db, ticket)
      if ('recoveryCode' in body) await notifyOfSecurity({ ...ctx, db }, userId, 'codeUsed')
      const user = await findUser(db, userId)
      return user ? signIn(ctx, db, user) : over
    })
  })
}

/**
 * Runs before the session is confirmed: by a passkey, by the app's code if the second step is on, else by the password.
 */
export async function refuseWrongIdentity(
  ctx: Ctx,
  entered: BodyOf<typeof confirmCall>,
): Promise<Refusal | null> {
  const { userId } = ctx.actor
  const isOn = (await findWays(ctx.db, ctx.env, userId))?.second_step
  if ('password' in entered) return isOn ? passwordRefused : confirmPassword(ctx, entered.password)
  if ('code' in entered && !isOn) return codeWrong
  return counting(ctx, userId, async () => {
    const spend = await check(ctx, userId, entered)
    if (spend instanceof Refusal) return spend
    return (await spend(ctx.db)) ? null : wrong(entered)
  })
}

/** Records that the session's user has just proved who they are. */
export function confirmIdentity({ db }: Ctx, { sessionId }: Authorised<Actor>): Promise<void> {
  return confirmSession(db, sessionId)
}

/** Counts a try before looking at it, so that concurrent tries can't exceed the limit. */
export async function counting<T>(
  ctx: Ctx<unknown>,
  userId: string,
  look: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const tooMany = await ctx.limits.use(wrongSteps, userId)
  if (tooMany) return tooMany
  const seen = await look()
  if (seen instanceof Refusal) ctx.log.info({ user: userId }, 'wrong second step')
  else await ctx.limits.restore(wrongSteps, userId)
  return seen
}

/** Opens the secret of the user's app; null if it can't be opened, which is logged for the operator. */
export function openTotp(
  { seal, log }: Pick<Ctx, 'seal' | 'log'>,
  userId: string,
  sealed: Buffer,
): Buffer | null {
  const secret = seal?.open(sealed, aboutTotp(userId)) ?? null
  if (seal && !secret) log.warn('an authenticator app was sealed with another key than this server has')
  return secret
}

/** The context to which a seal binds the user's secret. */
export function aboutTotp(userId: string): string {
  return `totp/${userId}`
}

async function check(ctx: Ctx<unknown>, userId: string, shown: Shown): Promise<Spend | Refusal> {
  if ('code' in shown) return checkCode(ctx, userId, shown.code)
  if ('recoveryCode' in shown) return checkRecoveryCode(ctx, userId, shown.recoveryCode)
  const proven = await verifyAssertion(ctx, shown.passkey)
  if (proven?.userId !== userId) return async () => false
  // It may have been removed meanwhile.
  return async (db) => (await findOwnPasskey(db, userId, proven.passkeyId)) !== undefined
}

async function checkCode(ctx: Ctx<unknown>, userId: string, code: string): Promise<Spend> {
  const sealed = await findTotp(ctx.db, userId)
  const secret = sealed ? openTotp(ctx, userId, sealed) : null
  const step = stepOf(code, secret ?? nobodysSecret, ctx.clock.now())
  return (db) => spendTotpStep(db, userId, secret ? (step ?? 0) : 0)
}

async function checkRecoveryCode(ctx: Ctx<unknown>, userId: string, typed: string): Promise<Spend | Refusal> {
  const { selector, whole } = readRecoveryCode(typed)
  const found = await findRecoveryCode(ctx.db, userId, selector)
  const matches = await hashing(
    ctx.client.ip,
    () => matchesPassword(found, whole),
    async () => userId,
  )
  if (matches instanceof Refusal) return matches
  return (db) => spendRecoveryCode(db, userId, matches && found ? found : nobodysHash)
}

function wrong(shown: Shown): Refusal {
  if ('passkey' in shown) return loginRefused
  return 'code' in shown ? codeWrong : badInput('recoveryCode', m.prompt_auth_code_wrong)
}
