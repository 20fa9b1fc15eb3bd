import type { EventOutcome, Response } from '@tagalong/contract/features/playdates/playdate.ts'
import { answerTo } from '@tagalong/contract/features/playdates/spots.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { notify } from '#db/listen.ts'
import { lockFamilyForShare } from '#db/locks.ts'
import { notifyCaregivers } from '#features/notifications/notifications.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { badInput, type Refusal } from '#http/refusal.ts'
import { sendFrame } from './playdate-changed.service.ts'
import type { PlaydateRow } from './playdate-people.ts'
import { findPlaydate } from './playdates.db.ts'
import { noticesToHelpers, notificationOf } from './playdates.notifications.ts'
import { playdateChanged, playdatePast } from './playdates.refusals.ts'
import {
  findOwnChildren,
  listResponses,
  lockFamilies,
  type NewAnswer,
  type OwnChildRow,
  type OwnResponseRow,
  type ResponseRow,
  setAnswers,
} from './responses.db.ts'
import {
  type EventRow,
  findLine,
  findSpots,
  lockEvent,
  type PlaceRow,
  takePlace,
  tidyLines,
} from './spots/spots.db.ts'
import { endOffers, passOn } from './spots/spots.service.ts'

const firstVersion = 1

interface Answer {
  response: Response
  /** The version of the event that the caller saw. */
  seen?: number | undefined
  /** The children who come; all if left out. */
  children?: readonly string[] | undefined
  /** Collects the notices of several dates of a series, so that only one of them is sent. */
  said?: Said[]
}

/** An answer that others are notified of. */
export interface Said {
  outcome: Response
  tell: () => Promise<void>
}

/** Answers an event. The answer counts at once, and opens or closes the room of all for the caregiver. */
export async function respondToEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  answer: Answer,
): Promise<OwnResponseRow | Refusal> {
  // Without a version, a yes counts only for an event that hasn't been changed.
  const version = answer.seen ?? (answer.response === 'accepted' ? firstVersion : undefined)
  if (row.capacity !== null) await lockFamilyForShare(ctx.db, ctx.actor.caregiverId)
  const event = await lockEvent(ctx.db, row.id, new Date(ctx.clock.now()))
  if (!event || (version !== undefined && version !== event.version)) return notAnswerable(ctx, row)
  return answerEvent(ctx, row, event, answer)
}

export function notAnswerable({ clock }: CaregiverCtx, { status, accepted_time }: PlaydateRow): Refusal {
  const isOver = status === 'accepted' && accepted_time && accepted_time.getTime() <= clock.now()
  return isOver ? playdatePast : playdateChanged
}

/** Stores an answer. The event must be locked. */
export async function answerEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  event: EventRow,
  { response, children, said }: Answer,
): Promise<OwnResponseRow | Refusal> {
  const { db, actor } = ctx
  const mine = { playdateId: row.id, caregiverId: actor.caregiverId }
  const now = ctx.clock.now()
  // Without a limit nobody waits.
  const isLimited = event.capacity !== null
  if (isLimited) await endOffers(ctx, event, now)
  await lockFamilies(db, mine)
  const own = await findOwnChildren(db, mine)
  if (own.length === 0) return playdateChanged
  const picked = new Set(children ?? own.map(({ child_id }) => child_id))
  if ([...picked].some((id) => !own.some(({ child_id }) => child_id === id))) {
    return badInput('children', m.prompt_playdate_not_yours)
  }
  const line = isLimited ? await findLine(db, row.id) : []
  const before = line.find((place) => isOf(place, own))
  const outcome =
    response === 'rejected' || !isLimited
      ? response
      : yes({ event, spots: await findSpots(db, row.id), own, picked, line, now })
  if (typeof outcome === 'object') return badInput('children', () => m.prompt_spots_room({ n: outcome.room }))
  const answers = own.map((child) => answerFor(child, picked, outcome))
  await setAnswers(db, mine, answers)
  if (outcome === 'waiting') await takePlace(db, { ...mine, before: before?.caregiver_id ?? null })
  if (isLimited) await tidyLines(db, [row.id])
  await passOn(ctx, event, now)
  // Repeating an answer notifies nobody. Besides the family itself, only the owner learns who waits.
  if (outcome === 'waiting') await notifyOfLine(ctx, row, own)
  else {
    const tell = () => notifyOfAnswer(ctx, row, outcome, changesOf(own, answers))
    if (said) said.push({ outcome, tell })
    else await tell()
  }
  const after = await ownResponse(ctx, row)
  if (!after) throw new Error('an answer just given is not there')
  return after
}

function isOf({ children }: PlaceRow, own: readonly OwnChildRow[]): boolean {
  return own.some(({ child_id }) => children.includes(child_id))
}

interface Yes {
  event: EventRow
  spots: { taken: number; owners: number }
  own: readonly OwnChildRow[]
  picked: ReadonlySet<string>
  line: readonly PlaceRow[]
  now: number
}

function yes({ event, spots, own, picked, line, now }: Yes): ReturnType<typeof answerTo> {
  const waiting = line.filter(({ offer_until }) => offer_until === null)
  return answerTo(
    {
      size: picked.size,
      held: own.filter(({ response, in_line }) => response === 'accepted' || in_line === 'offered').length,
      isInLine: waiting.some((place) => isOf(place, own)),
      othersWait: waiting.some((place) => !isOf(place, own)),
    },
    {
      capacity: event.capacity,
      ...spots,
      start: event.accepted_time.getTime(),
      now,
    },
  )
}

/** Children who aren't picked count as rejected, unless the family waits: then they keep their answer. */
function answerFor(
  { child_id: childId, response }: OwnChildRow,
  picked: ReadonlySet<string>,
  outcome: 'accepted' | 'rejected' | 'waiting',
): NewAnswer {
  if (outcome === 'waiting') {
    return picked.has(childId)
      ? { childId, response: null, inLine: 'waiting' }
      : { childId, response, inLine: null }
  }
  return { childId, response: picked.has(childId) ? outcome : 'rejected', inLine: null }
}

interface Changes {
  /** The other guardians of children who come now. */
  come: string[]
  /** The other guardians of children who don't come now. */
  stay: string[]
  /** A child comes who didn't before. */
  isMore: boolean
  isChanged: boolean
}

function changesOf(own: readonly OwnChildRow[], answers: readonly NewAnswer[]): Changes {
  const changed = own.filter(({ response }, at) => response !== answers[at]?.response)
  const to = (response: Response) =>
    changed.filter(({ child_id }) =>
      answers.some((each) => each.childId === child_id && each.response === response),
    )
  const come = to('accepted').flatMap(({ others }) => others)
  const stay = to('rejected').flatMap(({ others }) => others)
  return {
    come,
    stay: stay.filter((id) => !come.includes(id)),
    isMore: to('accepted').length > 0,
    isChanged: changed.length > 0,
  }
}

async function notifyOfAnswer(
  ctx: CaregiverCtx,
  row: PlaydateRow,
  response: Response,
  { come, stay, isMore, isChanged }: Changes,
): Promise<void> {
  if (!isChanged) return
  const change = { now: ctx.clock.now(), about: ctx.actor.caregiverId }
  const coming = isMore ? 'event.coming' : 'event.fewer'
  const organiser = notificationOf(row, response === 'accepted' ? coming : 'event.notComing', change)
  await notifyCaregivers(ctx, [row.owner.id], organiser)
  await notifyCaregivers(ctx, [...new Set(come)], notificationOf(row, 'side.yes', change))
  await notifyCaregivers(ctx, [...new Set(stay)], notificationOf(row, 'side.no', change))
  const hasHelpers = row.standing.some(({ role }) => role === 'helper')
  const after = hasHelpers ? await findPlaydate(ctx.db, ctx.actor.caregiverId, row.id) : undefined
  await sendFrame(ctx, row, after)
  for (const { message, to } of after ? noticesToHelpers(row.standing, after.standing) : []) {
    if (message === 'help.changed') continue
    await notifyCaregivers(ctx, to, notificationOf(row, message, { now: ctx.clock.now() }))
  }
}

async function notifyOfLine(
  { db, actor }: CaregiverCtx,
  row: PlaydateRow,
  own: readonly OwnChildRow[],
): Promise<void> {
  const to = [...new Set([row.owner.id, actor.caregiverId, ...own.flatMap(({ others }) => others)])]
  await notify(db, { kind: 'frame', to, frame: { playdate: row.id } })
}

export function acceptEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  seen: number | undefined,
): Promise<OwnResponseRow | Refusal> {
  return respondToEvent(ctx, row, { response: 'accepted', seen })
}

export function rejectEvent(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
  seen: number | undefined,
): Promise<OwnResponseRow | Refusal> {
  return respondToEvent(ctx, row, { response: 'rejected', seen })
}

export function getEventResponse(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
): Promise<OwnResponseRow | null> {
  return ownResponse(ctx, row)
}

export async function ownResponse(
  { db, actor }: CaregiverCtx,
  row: PlaydateRow,
): Promise<OwnResponseRow | null> {
  const caregiver = row.recipients.find(({ id }) => id === actor.caregiverId)
  if (!caregiver) throw new Error('an invitee is not among the invited')
  const own = await findOwnChildren(db, { playdateId: row.id, caregiverId: actor.caregiverId })
  const response = outcomeOf(own)
  if (response === null) return null
  const isOfIt = (child: OwnChildRow) => child.response === response || child.in_line === response
  const children = own.filter(isOfIt).map(({ child_id }) => child_id)
  if (response === 'accepted' || response === 'rejected') return { caregiver, response, children }
  const line = await findLine(db, row.id)
  const at = line.findIndex((place) => place.children.some((id) => children.includes(id)))
  const offerUntil = line[at]?.offer_until
  return { caregiver, response, children, position: at + 1, ...(offerUntil && { offerUntil }) }
}

/** Returns the family's answer: a yes for one child is a yes; a no must be given for all. */
function outcomeOf(own: readonly OwnChildRow[]): EventOutcome | null {
  const is = (outcome: EventOutcome) =>
    own.some(({ response, in_line }) => response === outcome || in_line === outcome)
  const first = (['accepted', 'offered', 'waiting'] as const).find(is)
  if (first) return first
  return own.length > 0 && own.every(({ response }) => response === 'rejected') ? 'rejected' : null
}

export function listEventResponses(ctx: CaregiverCtx, row: Authorised<PlaydateRow>): Promise<ResponseRow[]> {
  return listResponses(ctx.db, { viewer: ctx.actor.caregiverId, playdateId: row.id })
}
