import {
  codePauseSeconds,
  phoneProofTexts as texts,
} from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { currentLanguage } from '@tagalong/contract/values/language.ts'
import { notify } from '#db/listen.ts'
import { lockCaregiverForShare } from '#db/locks.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import type { Limit } from '#http/limits/limits.ts'
import { badInput, notFound, Refusal } from '#http/refusal.ts'
import type { CodeHolder, PhoneProof } from '#integrations/phone-proof.ts'
import { findCaregiver } from '../caregivers.db.ts'
import { refuseProven, unlessTaken } from '../caregivers.service.ts'
import { phoneHash } from '../phone-hash.ts'
import { countTry, insertCode, keepCode, proveNumber, spendCode } from './phone-proof.db.ts'

const [hour, day] = [3_600, 86_400]
const text = texts.tooManyCodes
/** Used in this order: a caregiver over their own limit must not use up a number's, and nobody the limit for all. */
const limits = {
  pause: { name: 'phone-code-pause', points: 1, seconds: codePauseSeconds, text },
  perAccount: { name: 'phone-code-account', points: 5, seconds: day, text },
  perAddress: { name: 'phone-code-address', points: 10, seconds: hour, text },
  perNumber: { name: 'phone-code-number', points: 3, seconds: hour, text },
  inAll: { name: 'phone-codes', points: 200, seconds: day, text: texts.noCodesLeft },
}
/** How often administrators are notified that no codes are left. */
const noneLeftNotices = { name: 'phone-codes-told', points: 1, seconds: day }

const notSetUp = new Refusal(409, texts.notSetUp)
const codeOver = badInput('code', texts.codeOver)
const codeWrong = badInput('code', texts.codeWrong)
const failed = new Refusal(503, m.prompt_phone_codes_failed, { retryAfter: codePauseSeconds })

/** The actor's number, and what their codes are stored under. */
interface Held {
  proof: PhoneProof
  holder: CodeHolder
  owner: { caregiverId: string; numberHash: Buffer }
}

/** Sends a code to the actor's number, with no transaction open, since sending may take a while. */
export async function startPhoneProof(
  ctx: CaregiverCtx,
  _actor: Authorised<CaregiverActor>,
): Promise<{ expiresAt: string; againAt: string } | Refusal> {
  const held = await holding(ctx)
  if (held instanceof Refusal) return held
  const { proof, holder, owner } = held
  const tooMany = await refuseMoreCodes(ctx, owner)
  if (tooMany) return tooMany
  const sent = await unlessFailed(ctx, () => proof.start(holder))
  if (sent instanceof Refusal || typeof sent === 'string') await giveBack(ctx, countsOf(ctx, owner))
  if (sent instanceof Refusal) return sent
  if (sent === 'refused') return badInput('phoneNumber', texts.cannotReceive)
  if (sent === 'too-many') return new Refusal(429, texts.tooManyCodes, { retryAfter: 600 })
  return ctx.db.transaction().execute(async (db) => {
    if (!(await lockCaregiverForShare(db, owner.caregiverId))) return notFound
    const code = await insertCode(db, { ...owner, codeHash: sent.codeHash })
    const againAt = new Date(code.sent_at.getTime() + codePauseSeconds * 1_000)
    return { expiresAt: code.expires_at.toISOString(), againAt: againAt.toISOString() }
  })
}

interface Count {
  limit: Limit
  key: string
}

/** Everything a code counts towards, in this order. */
function countsOf({ client }: CaregiverCtx, { caregiverId, numberHash }: Held['owner']): Count[] {
  return [
    { limit: limits.perAccount, key: caregiverId },
    { limit: limits.perAddress, key: client.ip },
    { limit: limits.perNumber, key: numberHash.toString('hex') },
    { limit: limits.inAll, key: '' },
  ]
}

async function refuseMoreCodes(ctx: CaregiverCtx, owner: Held['owner']): Promise<Refusal | null> {
  const tooSoon = await ctx.limits.use(limits.pause, owner.caregiverId)
  if (tooSoon) return tooSoon
  const counted: Count[] = []
  for (const count of countsOf(ctx, owner)) {
    const refused = await ctx.limits.use(count.limit, count.key)
    if (refused) {
      await giveBack(ctx, counted)
      if (count.limit === limits.inAll) await notifyOfNoneLeft(ctx)
      return refused
    }
    counted.push(count)
  }
  return null
}

/** Gives points back if no code was sent. The address keeps its points, or it could ask about endless numbers. */
async function giveBack({ limits: { restore } }: CaregiverCtx, counted: readonly Count[]): Promise<void> {
  for (const { limit, key } of counted) if (limit !== limits.perAddress) await restore(limit, key)
}

async function notifyOfNoneLeft(ctx: CaregiverCtx): Promise<void> {
  if (await ctx.limits.use(noneLeftNotices, '')) return
  const notice = { message: 'admin.codesUsedUp', params: {}, url: '/admin' } as const
  await ctx.db.transaction().execute((db) => ctx.ports.notifyAdministrators({ db, queue: ctx.queue }, notice))
}

/**
 * Checks the code. Runs before the transaction, because each try counts and the provider may be asked. A code that the
 * provider called right is stored like our own, for `checkPhoneProof`.
 */
export async function refuseWrongCode(ctx: CaregiverCtx, code: string): Promise<Refusal | null> {
  const held = await holding(ctx)
  if (held instanceof Refusal) return held
  const { proof, holder, owner } = held
  const kept = await countTry(ctx.db, owner)
  if (!kept) return codeOver
  const outcome = await unlessFailed(ctx, () => proof.check(holder, code, kept.code_hash))
  if (outcome instanceof Refusal) return outcome
  if (outcome === 'wrong') return codeWrong
  if (outcome === 'over') return codeOver
  if (!kept.code_hash) await keepCode(ctx.db, owner, holder.hashOf(code))
  return null
}

/** Proves that the number is the actor's, and delivers what waited for it. */
export async function checkPhoneProof(
  ctx: CaregiverCtx,
  actor: Authorised<CaregiverActor>,
  code: string,
): Promise<{ proven: true } | Refusal> {
  const held = await holding(ctx)
  if (held instanceof Refusal) return held
  const { owner, holder } = held
  const number = { caregiverId: owner.caregiverId, phoneNumber: holder.phoneNumber }
  const proven = await unlessTaken(() => proveNumber(ctx.db, number))
  if (proven instanceof Refusal) return proven
  if (!proven || !(await spendCode(ctx.db, owner, holder.hashOf(code)))) return codeOver
  const refused =
    (await ctx.ports.numberProven(ctx, { caregiverId: owner.caregiverId, phoneHash: owner.numberHash })) ??
    (await ctx.ports.deliverInvitations(ctx, number))
  if (refused) return refused
  await notify(ctx.db, { kind: 'changed', user: actor.userId })
  return { proven: true }
}

/** What both calls need first: codes can be sent, and the number is nobody else's. */
async function holding({
  db,
  actor: { caregiverId },
  phoneProof: proof,
  secrets,
}: CaregiverCtx): Promise<Held | Refusal> {
  if (!proof) return notSetUp
  const row = await findCaregiver(db, caregiverId)
  if (!row) return notFound
  const { phone_number: phoneNumber } = row
  const taken = await refuseProven(db, phoneNumber, caregiverId)
  if (taken) return taken
  return {
    proof,
    holder: {
      phoneNumber,
      language: currentLanguage(),
      hashOf: (code) => phoneHash(secrets, caregiverId, phoneNumber, code),
    },
    owner: { caregiverId, numberHash: phoneHash(secrets, phoneNumber) },
  }
}

/** Refuses if the provider can't be reached. */
async function unlessFailed<T>({ log }: CaregiverCtx, ask: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await ask()
  } catch (error) {
    log.error({ err: error }, 'phone codes')
    return failed
  }
}
