import { m } from '../../messages.ts'
import { wallTime } from '../../values/time-zone.ts'
import type { EventOutcome, Playdate, PlaydateChild } from './playdate.ts'

type Sided = Pick<Playdate, 'side' | 'lastSide' | 'mayAct'>

/** Turns alternate between sides: the side that did not propose last may answer. */
export function mayRespond(playdate: Sided & Pick<Playdate, 'status' | 'type'>): boolean {
  const { type, status, mayAct, side, lastSide } = playdate
  return type === 'single' && status === 'pending' && mayAct && side !== lastSide
}

/** True if it waits for the viewer's answer: a request, an event they haven't answered, or spots kept for them. */
export function isMyTurn(playdate: Taking & Sided & Pick<Playdate, 'acceptedTime'>, now: number): boolean {
  if (playdate.type === 'single') return mayRespond(playdate)
  const isOpen = (playdate.response ?? null) === null || playdate.response === 'offered'
  return mayAnswerEvent(playdate, now) && isOpen
}

/** True if the viewer's side made it. */
export function isOwner({ side }: Pick<Playdate, 'side'>): boolean {
  return side === 'owner'
}

type Parties = Pick<Playdate, 'owner' | 'recipientCaregivers' | 'ownerChildren' | 'recipientChildren'>

/**
 * Depends on whether the viewer's side asked and whether it submitted last. Names another guardian of the viewer's side
 * who submitted.
 */
export function footerText(
  playdate: Parties & Pick<Playdate, 'side' | 'lastSide' | 'lastSubmittedBy'>,
  viewer: string,
) {
  const { side, lastSide, lastSubmittedBy } = playdate
  const mine = lastSide === side
  const name = mine && lastSubmittedBy !== viewer ? nameIn(playdate, lastSubmittedBy) : undefined
  if (isOwner(playdate)) {
    if (!mine) return m.value_footer_response_sent()
    return name ? m.value_footer_sent_by({ name }) : m.value_footer_sent_by_you()
  }
  if (!mine) return m.value_footer_sent_to_you()
  return name ? m.value_footer_responded({ name }) : m.value_footer_you_responded()
}

/** Returns the first name of a caregiver on the playdate. */
function nameIn(playdate: Parties, id: string): string | undefined {
  const ofChildren = [...playdate.ownerChildren, ...playdate.recipientChildren].flatMap(
    ({ actedBy, caregiver }) => (actedBy ? [actedBy, caregiver] : [caregiver]),
  )
  return [playdate.owner, ...playdate.recipientCaregivers, ...ofChildren].find(({ _id }) => _id === id)?.name
}

/** True if the accepted time is before the viewer's today; earlier today still counts as upcoming. */
export function isPast(acceptedTime: string, now: number, zone: string): boolean {
  const dayOf = (instant: number) => {
    const wall = wallTime(instant, zone)
    return Date.UTC(wall.year, wall.month - 1, wall.day)
  }
  return dayOf(Date.parse(acceptedTime)) < dayOf(now)
}

export type CardLabel = 'Invited' | 'Pending' | 'Confirmed' | 'Accepted' | 'Rejected' | 'Completed'

/**
 * Returns the card's badge. `response` is the viewer's own answer to an event. null for a cancelled one: nobody
 * rejected it.
 */
export function cardLabel(
  playdate: Pick<Playdate, 'type' | 'status' | 'side' | 'acceptedTime'>,
  viewer: { timeZone: string; response?: EventOutcome | null },
  now: number,
): CardLabel | null {
  if (playdate.status === 'pending') return isOwner(playdate) ? 'Pending' : 'Invited'
  if (playdate.status === 'cancelled') return null
  if (playdate.status === 'rejected') return 'Rejected'
  if (playdate.acceptedTime && isPast(playdate.acceptedTime, now, viewer.timeZone)) return 'Completed'
  if (playdate.type === 'single') return 'Confirmed'
  if (isOwner(playdate) || viewer.response === 'accepted') return 'Accepted'
  return viewer.response === 'rejected' ? 'Rejected' : 'Pending'
}

type Taking = Pick<Playdate, 'type' | 'status' | 'side' | 'response'>

/** True if the viewer takes part: in a confirmed single, an event of their side, or one they accepted. */
export function isGoing(playdate: Taking): boolean {
  if (playdate.status !== 'accepted') return false
  return playdate.type === 'single' || isOwner(playdate) || playdate.response === 'accepted'
}

/** An invitee may answer an event as often as they like until it begins. */
export function mayAnswerEvent(
  playdate: Pick<Playdate, 'type' | 'status' | 'side' | 'mayAct' | 'acceptedTime'>,
  now: number,
): boolean {
  return isEventToCome(playdate, now) && !isOwner(playdate) && playdate.mayAct
}

/** Either side of a confirmed single may ask for another time until it begins, with one request at a time. */
export function mayAskAnotherTime(
  playdate: Pick<Playdate, 'type' | 'status' | 'mayAct' | 'acceptedTime' | 'replacedBy'>,
  now: number,
): boolean {
  return isSingleToCome(playdate, now) && playdate.mayAct && !playdate.replacedBy
}

/** True if it is confirmed and has not begun. */
export function isSingleToCome(
  { type, status, acceptedTime }: Pick<Playdate, 'type' | 'status' | 'acceptedTime'>,
  now: number,
): boolean {
  return type === 'single' && status === 'accepted' && acceptedTime !== null && Date.parse(acceptedTime) > now
}

/**
 * A request for another time is withdrawn by the side that proposed last, any other request by its owner. Until it
 * begins, either side may cancel a confirmed single; only its owner may cancel an event.
 */
export function mayCancel(
  playdate: Sided & Pick<Playdate, 'type' | 'status' | 'acceptedTime' | 'replaces'>,
  now: number,
): boolean {
  if (!playdate.mayAct) return false
  if (playdate.status === 'pending')
    return playdate.replaces ? playdate.side === playdate.lastSide : isOwner(playdate)
  return isSingleToCome(playdate, now) || (isEventToCome(playdate, now) && isOwner(playdate))
}

/** Until an event begins, its owner may give it another time and place. */
export function mayMoveEvent(
  playdate: Pick<Playdate, 'type' | 'status' | 'side' | 'mayAct' | 'acceptedTime'>,
  now: number,
): boolean {
  return isEventToCome(playdate, now) && isOwner(playdate) && playdate.mayAct
}

function isEventToCome(
  { type, status, acceptedTime }: Pick<Playdate, 'type' | 'status' | 'acceptedTime'>,
  now: number,
): boolean {
  return type === 'group' && status === 'accepted' && acceptedTime !== null && Date.parse(acceptedTime) > now
}

/** A length of time; `start` is ISO 8601. */
export interface Span {
  start: string
  durationMinutes: number
}

/**
 * Returns those of the children that have another playdate in the span, each once, among the playdates the viewer sees.
 * For events only the viewer's own children count: another child's attendance is known only from its family's answer.
 */
export function clashesOf(
  playdates: readonly Playdate[],
  childIds: readonly string[],
  span: Span,
): PlaydateChild[] {
  const busy = playdates
    .filter((each) => isGoing(each) && overlaps(each, span))
    .flatMap((each) =>
      [...each.ownerChildren, ...each.recipientChildren].filter(
        ({ isOwn }) => each.type === 'single' || isOwn,
      ),
    )
  return [...new Set(childIds)].flatMap((id) => busy.find(({ _id }) => _id === id) ?? [])
}

/** True if the viewer is going to another playdate in the span, not counting those of which they see only the card. */
export function goesThen(playdates: readonly Playdate[], span: Span): boolean {
  return playdates.some((each) => isGoing(each) && each.lookedAfterBy === null && overlaps(each, span))
}

/** A playdate that ends just when the other begins doesn't overlap. */
function overlaps(playdate: Pick<Playdate, 'acceptedTime' | 'durationMinutes'>, span: Span): boolean {
  if (playdate.acceptedTime === null) return false
  const [start, other] = [Date.parse(playdate.acceptedTime), Date.parse(span.start)]
  return start < other + span.durationMinutes * 60_000 && other < start + playdate.durationMinutes * 60_000
}
