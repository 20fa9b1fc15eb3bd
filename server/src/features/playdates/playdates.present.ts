import type { Playdate, PlaydateChild } from '@tagalong/contract/features/playdates/playdate.ts'
import type {
  EventResponse,
  OwnEventResponse,
} from '@tagalong/contract/features/playdates/responses.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { isSameTime } from '@tagalong/contract/values/same-time.ts'
import { presentName } from '#features/caregivers/caregivers.present.ts'
import { erasedNames } from '#features/visibility/erased-names.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import type { PlaydateChildRow, PlaydateRow } from './playdate-people.ts'
import type { OwnResponseRow, ResponseRow } from './responses.db.ts'

/** Presents a row to the caregiver it was read for. */
export function presentPlaydate(row: PlaydateRow, { actor }: CaregiverCtx): Playdate {
  return {
    _id: row.copy_of ?? row.id,
    side: row.side,
    lastSide: row.last_side,
    mayAct: row.may_act,
    mayChat: row.may_chat,
    lookedAfterBy: row.lookedAfterBy && presentName(row.lookedAfterBy),
    type: row.type,
    status: row.status,
    owner: presentName(row.owner),
    ownerChildren: row.ownerChildren.map(presentChild),
    recipientChildren: row.recipientChildren.map(presentChild),
    recipientCaregivers: row.recipients.map(presentName),
    proposedTimes: row.proposed_times.map((time) => time.toISOString()),
    proposedLocations: { option1: row.location1, option2: row.location2, option3: row.location3 },
    acceptedLocation: row.accepted_location,
    acceptedTime: row.accepted_time?.toISOString() ?? null,
    durationMinutes: row.duration_minutes,
    stay: row.stay,
    zonesDiffer: zonesDiffer(row, actor),
    lastSubmittedBy: row.last_submitted_by,
    ...presentEnding(row),
    answerBy: row.status === 'pending' ? (row.answer_by?.toISOString() ?? null) : null,
    endedAs: row.ended_as,
    ...presentAsk(row, actor),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    ...(row.series_id && { series: { id: row.series_id, left: row.series_left ?? 0 } }),
    unread: row.unread.reduce((sum, { count }) => sum + count, 0),
    ...presentOtherTime(row),
    ...(row.type === 'group' ? presentEvent(row, actor.caregiverId) : undefined),
  }
}

/** Only the order's maker sees it. */
function presentAsk(
  { ask_id, ask_position, ask_length, owner }: PlaydateRow,
  { caregiverId }: CaregiverActor,
): Pick<Playdate, 'ask'> {
  if (!ask_id || ask_position === null || ask_length === null || owner.id !== caregiverId) return {}
  return { ask: { id: ask_id, position: ask_position, of: ask_length } }
}

function presentOtherTime({
  replaces_id,
  replaces_time,
  replaced_by,
}: PlaydateRow): Pick<Playdate, 'replaces' | 'replacedBy'> {
  return {
    ...(replaces_id &&
      replaces_time && { replaces: { playdate: replaces_id, time: replaces_time.toISOString() } }),
    ...(replaced_by && {
      replacedBy: {
        playdate: replaced_by.id,
        time: replaced_by.time && new Date(replaced_by.time).toISOString(),
      },
    }),
  }
}

/** The reason that the previous release stored if a side had no child any more. */
const oldWords = 'A child is no longer with us here.'

function presentEnding(row: PlaydateRow): Pick<Playdate, 'cancelReason' | 'cancelledBy' | 'cancelCause'> {
  const isOld = row.cancel_reason === oldWords && row.cancelledBy === null
  return {
    cancelReason: isOld ? null : row.cancel_reason,
    cancelledBy: row.cancelledBy && presentName(row.cancelledBy),
    cancelCause: isOld ? 'children' : row.cancel_cause,
  }
}

/**
 * True if the clocks of the two sides differ at one of the times. Only while the playdate is open or to come: where a
 * former friend lives now stays private. So does where the other grown-ups on the viewer's own side live.
 */
function zonesDiffer(row: PlaydateRow, { caregiverId: viewer, timeZone }: CaregiverActor): boolean {
  if (row.is_over || row.lookedAfterBy) return false
  const own = [row.owner, ...row.recipients].find(({ id }) => id === viewer)?.time_zone ?? timeZone
  const across = row.side === 'owner' ? row.recipients : [row.owner]
  const others = across.flatMap(({ id, time_zone }) => (id === viewer ? [] : (time_zone ?? [])))
  const times = row.accepted_time ? [row.accepted_time] : row.proposed_times
  return own ? others.some((each) => times.some((time) => !isSameTime(time.getTime(), own, each))) : false
}

type OfEvent =
  | 'description'
  | 'response'
  | 'blockedInvited'
  | 'unreadRooms'
  | keyof ReturnType<typeof presentSpots>

function presentEvent(row: PlaydateRow, viewer: string): Pick<Playdate, OfEvent> {
  return {
    ...presentSpots(row, viewer),
    description: row.lookedAfterBy ? null : (row.description ?? ''),
    ...(row.side === 'recipient' && { response: row.response }),
    ...(row.blocked_invited && { blockedInvited: true }),
    unreadRooms: row.unread.map(({ recipient_id, count }) => ({
      recipientCaregiverId: recipient_id,
      unread: count,
    })),
  }
}

/** Only the event's owner learns who waits, and for how many; each family learns its own place. */
function presentSpots(
  { capacity, spots_taken, side, owner, recipientChildren, line }: PlaydateRow,
  viewer: string,
): Pick<Playdate, 'capacity' | 'spotsLeft' | 'place' | 'waiting'> {
  const spots = { capacity, spotsLeft: capacity === null ? null : Math.max(capacity - spots_taken, 0) }
  if (!line) return spots
  const places = line.map(({ caregiver, children, offer_until }, at) => ({
    caregiver: presentName(caregiver),
    children,
    position: at + 1,
    offerUntil: offer_until?.toISOString() ?? null,
  }))
  if (side === 'owner') return { ...spots, ...(owner.id === viewer && { waiting: places }) }
  const own = recipientChildren.filter(({ is_own }) => is_own).map(({ id }) => id)
  const mine = places.find(({ children }) => children.some((id) => own.includes(id)))
  return { ...spots, place: mine ? { position: mine.position, offerUntil: mine.offerUntil } : null }
}

function presentChild(row: PlaydateChildRow): PlaydateChild {
  const isErased = row.first_name === erasedNames.child && row.last_name_initial === ''
  return {
    _id: row.id,
    firstName: isErased ? m.value_some_child() : row.first_name,
    lastNameInitial: row.last_name_initial,
    grade: row.grade,
    photo: row.photo,
    caregiver: presentName(row.caregiver),
    isOwn: row.is_own,
    actedBy: row.actedBy && presentName(row.actedBy),
    actedAt: row.acted_at?.toISOString() ?? null,
  }
}

export function presentResponse({ caregiver, ...answer }: ResponseRow): EventResponse {
  return { caregiver: presentName(caregiver), ...answer }
}

export function presentOwnResponse({ caregiver, offerUntil, ...answer }: OwnResponseRow): OwnEventResponse {
  return {
    caregiver: presentName(caregiver),
    ...answer,
    ...(offerUntil && { offerUntil: offerUntil.toISOString() }),
  }
}
