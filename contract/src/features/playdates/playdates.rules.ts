import { m } from '../../messages.ts'
import { wallTime } from '../../values/time-zone.ts'
import type { Playdate, PlaydateChild } from './playdates.contract.ts'

/** `lastSubmittedBy` against the viewer: whoever did not submit last may answer. */
export function mayRespond(
  playdate: Pick<Playdate, 'status' | 'type' | 'lastSubmittedBy'>,
  viewer: string,
): boolean {
  return playdate.type === 'single' && playdate.status === 'pending' && playdate.lastSubmittedBy !== viewer
}

/** It waits for the viewer's answer: a request, or an event that they have said nothing to. */
export function isMyTurn(
  playdate: Taking & Pick<Playdate, 'lastSubmittedBy' | 'acceptedTime'>,
  viewer: string,
  now: number,
): boolean {
  if (playdate.type === 'single') return mayRespond(playdate, viewer)
  return mayAnswerEvent(playdate, viewer, now) && (playdate.response ?? null) === null
}

export function isOwner(playdate: Pick<Playdate, 'owner'>, viewer: string): boolean {
  return playdate.owner._id === viewer
}

/** A 2×2: am I the owner, and did I submit last? */
export function footerText(playdate: Pick<Playdate, 'owner' | 'lastSubmittedBy'>, viewer: string) {
  const mine = playdate.lastSubmittedBy === viewer
  if (isOwner(playdate, viewer)) return mine ? m.value_footer_sent_by_you() : m.value_footer_response_sent()
  return mine ? m.value_footer_you_responded() : m.value_footer_sent_to_you()
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
  playdate: Pick<Playdate, 'type' | 'status' | 'owner' | 'acceptedTime'>,
  viewer: { caregiver: string; timeZone: string; response?: 'accepted' | 'rejected' | null },
  now: number,
): CardLabel | null {
  if (playdate.status === 'pending') return isOwner(playdate, viewer.caregiver) ? 'Pending' : 'Invited'
  if (playdate.status === 'cancelled') return null
  if (playdate.status === 'rejected') return 'Rejected'
  if (playdate.acceptedTime && isPast(playdate.acceptedTime, now, viewer.timeZone)) return 'Completed'
  if (playdate.type === 'single') return 'Confirmed'
  if (isOwner(playdate, viewer.caregiver) || viewer.response === 'accepted') return 'Accepted'
  return viewer.response === 'rejected' ? 'Rejected' : 'Pending'
}

type Taking = Pick<Playdate, 'type' | 'status' | 'owner' | 'response'>

/** The viewer takes part: in what both sides confirmed, in an event of their own, and in one they said yes to. */
export function isGoing(playdate: Taking, viewer: string): boolean {
  if (playdate.status !== 'accepted') return false
  return playdate.type === 'single' || isOwner(playdate, viewer) || playdate.response === 'accepted'
}

/** An invitee's yes or no to an event counts until it begins, as often as they like. */
export function mayAnswerEvent(
  playdate: Taking & Pick<Playdate, 'acceptedTime'>,
  viewer: string,
  now: number,
): boolean {
  return isEventToCome(playdate, now) && !isOwner(playdate, viewer)
}

/** Until an event begins its owner may give it another time and place. */
export function mayMoveEvent(
  playdate: Taking & Pick<Playdate, 'acceptedTime'>,
  viewer: string,
  now: number,
): boolean {
  return isEventToCome(playdate, now) && isOwner(playdate, viewer)
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
  viewer: string,
): PlaydateChild[] {
  const busy = playdates
    .filter((each) => isGoing(each, viewer) && overlaps(each, span))
    .flatMap((each) =>
      [...each.ownerChildren, ...each.recipientChildren].filter(
        ({ caregiver }) => each.type === 'single' || caregiver._id === viewer,
      ),
    )
  return [...new Set(childIds)].flatMap((id) => busy.find(({ _id }) => _id === id) ?? [])
}

/** One that ends when the other begins leaves time for both. */
function overlaps(playdate: Pick<Playdate, 'acceptedTime' | 'durationMinutes'>, span: Span): boolean {
  if (playdate.acceptedTime === null) return false
  const [start, other] = [Date.parse(playdate.acceptedTime), Date.parse(span.start)]
  return start < other + span.durationMinutes * 60_000 && other < start + playdate.durationMinutes * 60_000
}
