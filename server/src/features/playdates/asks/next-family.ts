import { isNight } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { notify } from '#db/listen.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import { Refusal } from '#http/refusal.ts'
import type { PlanCtx } from '../playdate-changed.service.ts'
import { invitation } from '../playdates.policy.ts'
import { createPlaydate } from '../playdates.service.ts'
import { type AskRow, endAsk, findLastTurn, listOwnChildren, listWaiting, setStep } from './asks.db.ts'
import { resultOf } from './asks.rules.ts'

/** Milliseconds; no family is asked about times nearer than this. */
const soonest = 2 * 3_600_000

/**
 * Takes the step that is due in a locked order: stores the outcome of its last request and asks the next family, under
 * the rules that would apply to its owner. Nobody is asked at night.
 */
export async function takeStep(ctx: PlanCtx, ask: AskRow): Promise<void> {
  const turn = await findLastTurn(ctx.db, ask.id)
  const result = turn ? resultOf(turn) : 'failed'
  if (result === null) return
  if (turn?.state === 'asked')
    await setStep(ctx.db, { askId: ask.id, position: turn.position }, { state: result })
  if (result === 'accepted') return endAsk(ctx.db, ask.id, { status: 'done' })
  const isByOwner = turn?.is_taken_back ?? false
  // If the maker's side cancels the request itself, nobody else is to be asked.
  if (isByOwner && turn?.state === 'asked')
    return endAsk(ctx.db, ask.id, { status: 'ended', ended_as: 'stopped' })
  if (isNight(ctx.clock.now(), ctx.actor.timeZone)) return
  const isAsked = await askNextOf(ctx, ask)
  // A counter-proposal was rejected by the maker's own side.
  const isOwnNo = result === 'rejected' && turn?.last_side === 'recipient'
  if (!isAsked || isByOwner || isOwnNo || (result !== 'rejected' && result !== 'unanswered')) return
  await notifyCaregivers(ctx, [ask.owner_id], {
    message: `ask.${result}`,
    params: {},
    url: `/ask/${ask.id}`,
    ...(turn && { about: turn.caregiver_id }),
  })
}

/**
 * Asks the next family. False if the order has ended: no family, time or own child is left, or administrators removed
 * all of its places.
 */
export async function askNextOf(ctx: PlanCtx, ask: AskRow): Promise<boolean> {
  const own = await listOwnChildren(ctx.db, ask)
  const hasPlace = [ask.location1, ask.location2, ask.location3].some((each) => each !== null)
  if (own.length === 0 || !hasPlace) {
    await endAsk(ctx.db, ask.id, { status: 'ended', ended_as: 'stopped' })
    return false
  }
  const times = ask.times.filter((time) => time.getTime() >= ctx.clock.now() + soonest)
  const waiting = await listWaiting(ctx.db, ask.id)
  // Waiting families come last, so the last position is the number of families.
  const of = waiting.at(-1)?.position ?? 0
  for (const { position, child_id } of times.length > 0 ? waiting : []) {
    const step = { askId: ask.id, position }
    const made = await askFamily(ctx, ask, { position, of, own, childId: child_id, times })
    if (!(made instanceof Refusal)) {
      await setStep(ctx.db, step, { state: 'asked', playdate_id: made.id })
      return true
    }
    await setStep(ctx.db, step, { state: 'failed' })
  }
  const ended_as = times.length > 0 || waiting.length === 0 ? 'nobody' : 'past'
  await endAsk(ctx.db, ask.id, { status: 'ended', ended_as })
  await notify(ctx.db, { kind: 'frame', to: [ask.owner_id], frame: { playdate: ask.id } })
  await notifyCaregivers(ctx, [ask.owner_id], {
    message: `ask.${ended_as}`,
    params: {},
    url: `/ask/${ask.id}`,
  })
  return false
}

interface Family {
  position: number
  of: number
  own: string[]
  childId: string
  times: readonly Date[]
}

async function askFamily(ctx: PlanCtx, ask: AskRow, { position, of, own, childId, times }: Family) {
  const children = { ownerChildren: own, recipientChildren: [childId] }
  const invited = await invitation(ctx, { body: { type: 'single', ...children } })
  if (invited instanceof Refusal) return invited
  return createPlaydate(ctx, invited, {
    proposedLocations: { option1: ask.location1, option2: ask.location2, option3: ask.location3 },
    proposedTimes: times.map((time) => time.toISOString()),
    durationMinutes: ask.duration_minutes,
    wait: ask.wait ?? undefined,
    stay: ask.stay,
    ask: { id: ask.id, position, of },
  })
}
