import { m } from '../../messages.ts'
import { wallTime } from '../../values/time-zone.ts'
import type { EventOutcome, Playdate, PlaydateChild } from './playdate.ts'

type Sided = Pick<Playdate, 'side' | 'lastSide' | 'mayAct'>

/** Turns go by sides: whoever stands opposite the one that proposed last may answer. */
export function mayRespond(playdate: Sided & Pick<Playdate, 'status' | 'type'>): boolean {
  const { type, status, mayAct, side, lastSide } = playdate
  return type === 'single' && status === 'pending' && mayAct && side !== lastSide
}

/** It waits for the viewer's answer: a request, an event that they have said nothing to, or spots that are kept for them. */
export function isMyTurn(playdate: Taking & Sided & Pick<Playdate, 'acceptedTime'>, now: number): boolean {
  if (playdate.type === 'single') return mayRespond(playdate)
  const isOpen = (playdate.response ?? null) === null || playdate.response === 'offered'
  return mayAnswerEvent(playdate, now) && isOpen
}

/** The viewer's side asked for it, or planned it. */
export function isOwner({ side }: Pick<Playdate, 'side'>): boolean {
  return side === 'owner'
}

type Parties = Pick<Playdate, 'owner' | 'recipientCaregivers' | 'ownerChildren' | 'recipientChildren'>

/** A 2×2: did my side ask, and did it submit last? By name where another guardian of my side did. */
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

/** The first name of somebody whom it names. */
function nameIn(playdate: Parties, id: string): string | undefined {
  const ofChildren = [...playdate.ownerChildren, ...playdate.recipientChildren].flatMap(
    ({ actedBy, caregiver }) => (actedBy ? [actedBy, caregiver] : [caregiver]),
  )
  return [playdate.owner, ...playdate.recipientCaregivers, ...ofChildren].find(({ _id }) => _id === id)?.name
}

/** True where the accepted time lies before the viewer's today; earlier today still counts as upcoming. */
export function isPast(acceptedTime: string, now: number, zone: string): boolean {
  const dayOf = (instant: number) => {
    const wall = wallTime(instant, zone)
    return Date.UTC(wall.year, wall.month - 1, wall.day)
  }
  return dayOf(Date.parse(acceptedTime)) < dayOf(now)
}

export type CardLabel = 'Invited' | 'Pending' | 'Confirmed' | 'Accepted' | 'Rejected' | 'Completed'

/** The one badge of a card. `response` is the viewer's own to an event. A cancelled one has none: nobody rejected it. */
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

/** The viewer takes part: in what both sides confirmed, in an event of their side, and in one they said yes to. */
export function isGoing(playdate: Taking): boolean {
  if (playdate.status !== 'accepted') return false
  return playdate.type === 'single' || isOwner(playdate) || playdate.response === 'accepted'
}

/** An invitee's yes or no to an event counts until it begins, as often as they like. */
export function mayAnswerEvent(
  playdate: Pick<Playdate, 'type' | 'status' | 'side' | 'mayAct' | 'acceptedTime'>,
  now: number,
): boolean {
  return isEventToCome(playdate, now) && !isOwner(playdate) && playdate.mayAct
}

/** Either side of a confirmed single playdate may ask for another time until it begins, one at a time. */
export function mayAskAnotherTime(
  playdate: Pick<Playdate, 'type' | 'status' | 'mayAct' | 'acceptedTime' | 'replacedBy'>,
  now: number,
): boolean {
  return isSingleToCome(playdate, now) && playdate.mayAct && !playdate.replacedBy
}

/** Confirmed, and not begun. */
export function isSingleToCome(
  { type, status, acceptedTime }: Pick<Playdate, 'type' | 'status' | 'acceptedTime'>,
  now: number,
): boolean {
  return type === 'single' && status === 'accepted' && acceptedTime !== null && Date.parse(acceptedTime) > now
}

/**
 * Who proposed last takes a request for another time back; any other request is its owner's. What is confirmed either side
 * of a single calls off, an event its owner, until it begins.
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

/** Until an event begins its organiser may give it another time and place. */
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

/** A length of time from its first moment on; `start` is ISO 8601. */
export interface Span {
  start: string
  durationMinutes: number
}

/**
 * Those of the children that have another playdate in that span, each once, by what the viewer may see anyway. Of an
 * event only the viewer's own count: whether anybody else's child will be there, only its answer says.
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

/** True where the viewer goes to another playdate in that span: one that they read whole. */
export function goesThen(playdates: readonly Playdate[], span: Span): boolean {
  return playdates.some((each) => isGoing(each) && each.lookedAfterBy === null && overlaps(each, span))
}

/** One that ends when the other begins leaves time for both. */
function overlaps(playdate: Pick<Playdate, 'acceptedTime' | 'durationMinutes'>, span: Span): boolean {
  if (playdate.acceptedTime === null) return false
  const [start, other] = [Date.parse(playdate.acceptedTime), Date.parse(span.start)]
  return start < other + span.durationMinutes * 60_000 && other < start + playdate.durationMinutes * 60_000
}
