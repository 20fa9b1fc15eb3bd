import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { Limit } from '#http/limits/limits.ts'
import type { Refusal } from '#http/refusal.ts'
import { sameCode } from '../codes.ts'
import { findGroup, type GroupRow } from '../groups.db.ts'
import { codeWrong } from '../groups.refusals.ts'
import { isKnownTo } from './memberships.db.ts'

const day = 86_400
const perCaregiver: Limit = { name: 'group-code', points: 5, seconds: 3_600 }
/** Limited, because each join notifies the group's admins. */
const rightOnes: Limit = { name: 'group-joins', points: 20, seconds: 3_600, text: refusalTexts.aLotAtOnce }
const firstOfTheDay: Limit = { name: 'group-code-first', points: 1, seconds: day }

/**
 * A group allows 1,000 wrong codes a day, in three shares. Guessing with many accounts, or often with a few, uses up
 * only one of them, and families who were given the code still get in.
 */
const shares = {
  known: { name: 'group-code-known', points: 200, seconds: day },
  first: { name: 'group-code-strangers', points: 400, seconds: day },
  again: { name: 'group-code-again', points: 400, seconds: day },
} satisfies Record<string, Limit>

/** The last try of each guesser in this process. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Checks the code; null if it is right, up to twenty times an hour. Each try is counted before it is compared, so that
 * many at once don't get around the limits. A try that was right, or wasn't compared, is given back. For a removed
 * member every code is wrong. Runs before the transaction, so that guessing holds no database connection and no lock.
 */
export async function refuseCode(
  ctx: CaregiverCtx,
  { groupId, code: typed }: { groupId: string; code: string },
): Promise<Refusal | null> {
  const group = await findGroup(ctx.db, ctx.actor.caregiverId, groupId)
  if (!group) return codeWrong
  const guesser = `${group.id} ${ctx.actor.caregiverId}`
  // One after the other: of many right codes at once, some would be counted as too many.
  const before = turns.get(guesser) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(() => countAndCompare(ctx, group, { guesser, typed }))
  turns.set(guesser, turn)
  const leave = () => turns.get(guesser) === turn && turns.delete(guesser)
  turn.then(leave, leave)
  return turn
}

async function countAndCompare(
  ctx: CaregiverCtx,
  group: GroupRow,
  { guesser, typed }: { guesser: string; typed: string },
): Promise<Refusal | null> {
  // Counted first, and alone: one account must not use up the points of all.
  const tooOften = await ctx.limits.use(perCaregiver, guesser)
  if (tooOften) return tooOften
  const isFirst = (await ctx.limits.use(firstOfTheDay, guesser)) === null
  const share = await shareOf(ctx, group.id, isFirst)
  const usedUp = await ctx.limits.use(share, group.id)
  const isRight = !usedUp && opensGroup(group, typed)
  if (!usedUp && !isRight) return codeWrong
  await ctx.limits.restore(perCaregiver, guesser)
  await ctx.limits.restore(firstOfTheDay, guesser)
  await ctx.limits.restore(share, group.id)
  return usedUp ?? ctx.limits.use(rightOnes, guesser)
}

/** True for the right code, unless an admin removed the caregiver. */
export function opensGroup(group: GroupRow, typed: string): boolean {
  return sameCode(typed, group.code) && !group.was_removed
}

async function shareOf({ db, actor }: CaregiverCtx, groupId: string, isFirst: boolean): Promise<Limit> {
  if (await isKnownTo(db, { groupId, caregiverId: actor.caregiverId })) return shares.known
  return isFirst ? shares.first : shares.again
}
