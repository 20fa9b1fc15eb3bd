import { isNight } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { lockCaregiverForShare } from '#db/locks.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import type { DueCtx } from '#http/feature.ts'
import { badInput, Refusal } from '#http/refusal.ts'
import type { PlaydateRow } from '../playdate-people.ts'
import type { Invited } from '../playdates.policy.ts'
import { cancelPlaydate, createPlaydate } from '../playdates.service.ts'
import type { ProposalFields } from '../proposals.ts'
import {
  type AskRow,
  countAsking,
  endAsk,
  findAsk,
  findLastTurn,
  insertAsk,
  listSteps,
  listWithoutRequest,
  lockAsk,
  lockAsksOf,
  setStep,
  type WholeAsk,
} from './asks.db.ts'
import type { OpenAsk } from './asks.policy.ts'
import { resultOf } from './asks.rules.ts'
import { askNextOf, takeStep } from './next-family.ts'

const maxAsking = 5
const fiveLists = new Refusal(409, m.prompt_ask_five)

/** Sends a request to the first family. The others are asked one after the other until one says yes. */
export async function createAsk(
  ctx: CaregiverCtx,
  invited: Authorised<Invited>,
  fields: ProposalFields,
): Promise<PlaydateRow | Refusal> {
  const owner = ctx.actor.caregiverId
  const { option1, option2, option3 } = fields.proposedLocations
  if (invited.order.length < 2) return badInput('order', m.prompt_ask_families)
  await lockAsksOf(ctx.db, owner)
  if ((await countAsking(ctx.db, owner)) >= maxAsking) return fiveLists
  const id = newId()
  const ask = {
    id,
    owner_id: owner,
    own_children: invited.ownerChildren,
    location1: option1 || null,
    location2: option2 || null,
    location3: option3 || null,
    times: fields.proposedTimes.map((time) => new Date(time)),
    duration_minutes: fields.durationMinutes ?? 120,
    wait: fields.wait ?? null,
    stay: fields.stay ?? null,
  }
  await insertAsk(ctx.db, ask, invited.order)
  const made = await createPlaydate(ctx, invited, {
    ...fields,
    ask: { id, position: 1, of: invited.order.length },
  })
  if (!(made instanceof Refusal)) {
    await setStep(ctx.db, { askId: id, position: 1 }, { state: 'asked', playdate_id: made.id })
  }
  return made
}

export async function getAsk({ db, actor }: CaregiverCtx, ask: Authorised<AskRow>): Promise<WholeAsk> {
  return { ask, steps: await listSteps(db, actor.caregiverId, ask.id) }
}

/** Cancels the open request, which its family sees as any cancellation, and asks the next family unless it is night. */
export async function askNext(
  ctx: CaregiverCtx,
  { ask, request }: Authorised<OpenAsk>,
): Promise<WholeAsk | Refusal> {
  const refused = await callOff(ctx, { ask, request })
  if (refused) return refused
  if (!isNight(ctx.clock.now(), ctx.actor.timeZone)) await askNextOf(ctx, ask)
  return reload(ctx, ask.id)
}

export async function stopAsking(
  ctx: CaregiverCtx,
  { ask, request }: Authorised<OpenAsk>,
): Promise<WholeAsk | Refusal> {
  const refused = await callOff(ctx, { ask, request })
  if (refused) return refused
  await endAsk(ctx.db, ask.id, { status: 'ended', ended_as: 'stopped' })
  return reload(ctx, ask.id)
}

async function callOff(ctx: CaregiverCtx, { ask, request }: OpenAsk): Promise<Refusal | null> {
  const cancelled = request && (await cancelPlaydate(ctx, request, undefined))
  if (cancelled instanceof Refusal) return cancelled
  const turn = await findLastTurn(ctx.db, ask.id)
  if (turn?.state !== 'asked') return null
  const step = { askId: ask.id, position: turn.position }
  await setStep(ctx.db, step, { state: resultOf(turn) ?? 'failed' })
  return null
}

async function reload({ db, actor }: CaregiverCtx, id: string): Promise<WholeAsk> {
  const ask = await findAsk(db, actor.caregiverId, id)
  if (!ask) throw new Error('an order just changed is not there')
  return { ask, steps: await listSteps(db, actor.caregiverId, id) }
}

/** Runs each minute: continues or ends orders whose request is no longer open. */
export async function goOnAsking({ db, queue, clock }: DueCtx): Promise<void> {
  const errors: unknown[] = []
  for (const { id, owner_id, time_zone } of await listWithoutRequest(db)) {
    const step = db.transaction().execute(async (transaction) => {
      if (!(await lockCaregiverForShare(transaction, owner_id))) return
      const ask = await lockAsk(transaction, owner_id, id)
      if (ask?.status !== 'asking') return
      const actor = { caregiverId: owner_id, timeZone: time_zone ?? 'UTC' }
      await takeStep({ db: transaction, queue, clock, actor }, ask)
    })
    // An order that fails doesn't hold up the others; the job is retried.
    await step.catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all orders went on')
}
