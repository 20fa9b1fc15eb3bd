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
/** Each join notifies those who lead the group. */
const rightOnes: Limit = { name: 'group-joins', points: 20, seconds: 3_600, text: refusalTexts.aLotAtOnce }
const firstOfTheDay: Limit = { name: 'group-code-first', points: 1, seconds: day }

/**
 * A group has 1,000 wrong codes a day, in three shares: whoever guesses with many accounts, or often with a few,
 * uses up only one of them, and families whom the code was given still get in.
 */
const shares = {
  known: { name: 'group-code-known', points: 200, seconds: day },
  first: { name: 'group-code-strangers', points: 400, seconds: day },
  again: { name: 'group-code-again', points: 400, seconds: day },
} satisfies Record<string, Limit>

/** Whose tries are under way in this process, and the last of them. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Null for the right code, twenty times an hour. Each try is counted before it is looked at, so that many at once are no
 * way around the limits. What was right, or was not looked at, is taken back. To whoever was removed every code is a wrong
 * one. Before the transaction: whoever guesses holds none of its connections, and no lock.
 */
export async function refuseCode(
  ctx: CaregiverCtx,
  { groupId, code: typed }: { groupId: string; code: string },
): Promise<Refusal | null> {
  const group = await findGroup(ctx.db, ctx.actor.caregiverId, groupId)
  if (!group) return codeWrong
  const guesser = `${group.id} ${ctx.actor.caregiverId}`
  // One after the other, or some of many right ones at once would be counted as too many.
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
  // First, and alone: one account must not use up what all have.
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

/** True for the right code, of somebody whom no admin has removed. */
export function opensGroup(group: GroupRow, typed: string): boolean {
  return sameCode(typed, group.code) && !group.was_removed
}

async function shareOf({ db, actor }: CaregiverCtx, groupId: string, isFirst: boolean): Promise<Limit> {
  if (await isKnownTo(db, { groupId, caregiverId: actor.caregiverId })) return shares.known
  return isFirst ? shares.first : shares.again
}
