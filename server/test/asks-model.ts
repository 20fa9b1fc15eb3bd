import type { AskState } from '@tagalong/contract/features/playdates/asks.contract.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { endOfWait, isNight } from './model-clock.ts'

/**
 * A model of requests with a wait, and of families that are asked in order, by the rules of PLAN, without a server. The
 * owner is family 0, whose clock is that of the model; times are hours.
 */
export interface AsksModel {
  now: number
  /** The families that the owner knows. */
  friends: Set<number>
  orders: ModelOrder[]
  requests: ModelRequest[]
}

interface Plan {
  /** The proposed times, in order. */
  times: readonly number[]
  wait: Wait | null
}

export interface ModelOrder extends Plan {
  id: string
  status: 'asking' | 'done' | 'ended'
  endedAs: 'nobody' | 'stopped' | 'past' | null
  steps: Step[]
  /** True if the owner cancelled its open request. */
  isCalledOff: boolean
  /** True if anything of it has changed since it was made. */
  isChanged: boolean
}

interface Step {
  family: number
  state: 'waiting' | 'asked' | 'accepted' | 'rejected' | 'unanswered' | 'failed'
  request: ModelRequest | null
}

export interface ModelRequest extends Plan {
  /** Empty until the server has answered. */
  id: string
  asked: number
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  last: 'owner' | 'recipient'
  version: number
  /** When its wait is over; null while its clock stands. */
  answerBy: number | null
  isOver: boolean
  /** The time that it was confirmed for. */
  start: number | null
  order: ModelOrder | null
}

const sideOf = ({ asked }: ModelRequest, actor: number) =>
  actor === 0 ? 'owner' : actor === asked ? 'recipient' : null

/** Returns when a wait ends, at the latest with the last of the times. */
function waitFrom(now: number, { times, wait }: Plan): number | null {
  return wait && Math.min(endOfWait(now, wait === 'day' ? 24 : 4), Math.max(...times))
}

function ask(
  model: AsksModel,
  plan: Plan,
  { asked, order }: Pick<ModelRequest, 'asked' | 'order'>,
): ModelRequest {
  const { times, wait } = plan
  const request: ModelRequest = {
    id: '',
    asked,
    times,
    wait,
    status: 'pending',
    last: 'owner',
    version: 1,
    answerBy: waitFrom(model.now, plan),
    isOver: false,
    start: null,
    order,
  }
  model.requests.push(request)
  return request
}

/** Changes a request. Each of its steps is a step of its order, too. */
function step(request: ModelRequest, change: Partial<ModelRequest>): void {
  Object.assign(request, change, { version: request.version + 1 })
  const { order } = request
  if (!order) return
  order.isChanged = true
  const turn = order.steps.find((each) => each.request === request)
  if (turn && change.status === 'accepted') turn.state = 'accepted'
  if (turn && change.status === 'rejected') turn.state = 'rejected'
  if (turn?.state === 'asked' && change.status === 'cancelled') turn.state = 'unanswered'
}

export function requesting(model: AsksModel, family: number, plan: Plan): number {
  if (!model.friends.has(family)) return 404
  ask(model, plan, { asked: family, order: null })
  return 200
}

/** Makes an order: each family is in it once, and five orders are open at most. */
export function ordering(model: AsksModel, families: readonly number[], plan: Plan): number {
  if (new Set(families).size < families.length) return 400
  if (families.some((family) => !model.friends.has(family))) return 404
  if (model.orders.filter(({ status }) => status === 'asking').length >= 5) return 409
  const steps = families.map((family) => ({ family, state: 'waiting' as const, request: null }))
  const begun = { ...plan, id: '', status: 'asking', endedAs: null, steps, isCalledOff: false } as const
  const order: ModelOrder = { ...begun, steps: [...steps], isChanged: false }
  model.orders.push(order)
  goOn(model, order, plan.times)
  order.isChanged = false
  return 200
}

/**
 * Asks the next family in the order; those that can't be asked are passed over. Without times left to ask about, it
 * ends.
 */
function goOn(model: AsksModel, order: ModelOrder, times: readonly number[]): void {
  order.isChanged = true
  const waiting = order.steps.filter(({ state }) => state === 'waiting')
  for (const each of times.length > 0 ? waiting : []) {
    if (model.friends.has(each.family)) {
      each.state = 'asked'
      each.request = ask(model, { ...order, times }, { asked: each.family, order })
      return
    }
    each.state = 'failed'
  }
  Object.assign(order, {
    status: 'ended',
    endedAs: times.length === 0 && waiting.length > 0 ? 'past' : 'nobody',
  })
}

/** The times at least two hours away. It is a minute past the hour, so two hours ahead is too close. */
const timesLeft = ({ now }: AsksModel, { times }: ModelOrder) => times.filter((time) => time > now + 2)

function answering(request: ModelRequest, actor: number, version: number): number {
  const side = sideOf(request, actor)
  if (side === null) return 404
  return request.status === 'pending' && request.last !== side && version === request.version ? 200 : 409
}

/** Accepts a request for the first of its times. */
export function accepting(model: AsksModel, request: ModelRequest, actor: number, version: number): number {
  const status = answering(request, actor, version)
  if (status !== 200) return status
  const start = request.times[0] ?? 0
  if (start <= model.now) return 400
  step(request, { status: 'accepted', start })
  return 200
}

export function rejecting(request: ModelRequest, actor: number, version: number): number {
  const status = answering(request, actor, version)
  if (status === 200) step(request, { status: 'rejected' })
  return status
}

/** Counters a request. The asked family's counter-proposal stops the clock, the owner's starts the whole wait again. */
export function countering(
  model: AsksModel,
  request: ModelRequest,
  actor: number,
  { times, version }: { times: readonly number[]; version: number },
): number {
  const status = answering(request, actor, version)
  if (status !== 200) return status
  const answerBy = actor === 0 ? waitFrom(model.now, { times, wait: request.wait }) : null
  step(request, { times, answerBy, last: actor === 0 ? 'owner' : 'recipient' })
  return 200
}

/**
 * Writes a message. It has the same effect on the clock, but is no step; after the last of the times, no wait starts.
 */
export function writing(model: AsksModel, request: ModelRequest, actor: number): number {
  const side = sideOf(request, actor)
  if (side === null) return 404
  if (request.status === 'rejected' || request.status === 'cancelled') return 409
  if (request.status !== 'pending') return 200
  const again = waitFrom(model.now, request)
  if (side === 'recipient') request.answerBy = null
  else if (request.answerBy === null && again !== null && again > model.now) request.answerBy = again
  return 200
}

export function cancelling(model: AsksModel, request: ModelRequest, actor: number): number {
  const side = sideOf(request, actor)
  if (side === null) return 404
  if (side === 'recipient' && request.start === null) return 403
  if (request.status !== 'pending' && request.status !== 'accepted') return 409
  if (request.start !== null && request.start <= model.now) return 409
  step(request, { status: 'cancelled' })
  if (request.order && request.start === null) request.order.isCalledOff = true
  return 200
}

/**
 * Blocks the owner: the family is never asked again, and what is open between the two is cancelled, as if the family
 * couldn't be asked.
 */
export function blocking(model: AsksModel, family: number): void {
  model.friends.delete(family)
  for (const request of model.requests.filter(({ asked }) => asked === family)) {
    const turn = request.order?.steps.find((each) => each.request === request)
    const isToCome = request.start === null || request.start > model.now
    if (request.status !== 'pending' && !(request.status === 'accepted' && isToCome)) continue
    step(request, { status: 'cancelled' })
    if (turn?.state === 'unanswered') turn.state = 'failed'
  }
}

/** Presses 'Ask next now' or 'Stop asking': the open request is cancelled. At night nobody is asked. */
export function pressing(
  model: AsksModel,
  order: ModelOrder,
  actor: number,
  { call, isSeen }: { call: 'next' | 'stop'; isSeen: boolean },
): number {
  if (actor !== 0) return 404
  if (presented(order).status !== 'asking' || !isSeen) return 409
  const open = order.steps.find(({ state }) => state === 'asked')?.request
  if (open) step(open, { status: 'cancelled' })
  order.isCalledOff = false
  order.isChanged = true
  if (call === 'stop') Object.assign(order, { status: 'ended', endedAs: 'stopped' })
  else if (!isNight(model.now)) goOn(model, order, timesLeft(model, order))
  return 200
}

/**
 * Does what the clock does each minute: ends requests whose wait is over, or, in orders, whose times have passed.
 * Orders without an open request go on, but not at night.
 */
export function due(model: AsksModel): void {
  for (const request of model.requests) {
    const { status, answerBy, order, times } = request
    const isLate = answerBy !== null && answerBy <= model.now
    const hasPassed = order !== null && Math.max(...times) <= model.now
    if (status !== 'pending' || !(isLate || hasPassed)) continue
    step(request, { status: 'cancelled', isOver: true })
  }
  for (const order of model.orders.filter(({ status }) => status === 'asking')) {
    if (order.steps.some(({ state }) => state === 'asked')) continue
    if (order.steps.some(({ state }) => state === 'accepted')) order.status = 'done'
    else if (order.isCalledOff) Object.assign(order, { status: 'ended', endedAs: 'stopped' })
    else if (!isNight(model.now)) goOn(model, order, timesLeft(model, order))
  }
}

/** Presents an order as its maker reads it. */
export function presented({ status, endedAs, steps }: ModelOrder) {
  const isDone = steps.some(({ state }) => state === 'accepted')
  const next = status === 'asking' && !isDone ? steps.find(({ state }) => state === 'waiting') : undefined
  const stateOf = (each: Step): AskState => {
    if (each === next) return 'next'
    return each.state === 'asked' && each.request?.last === 'recipient' ? 'countered' : each.state
  }
  return {
    status: isDone ? 'done' : status,
    endedAs,
    steps: steps.map((each) => {
      const state = stateOf(each)
      return { state, answerBy: state === 'asked' ? (each.request?.answerBy ?? null) : null }
    }),
  }
}
