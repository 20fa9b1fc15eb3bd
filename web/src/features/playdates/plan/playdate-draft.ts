import type { CombinedChild } from '@tagalong/contract/features/groups/groups.contract.ts'
import type { Playdate, Stay } from '@tagalong/contract/features/playdates/playdate.ts'
import { createPlaydate } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { isOwner } from '@tagalong/contract/features/playdates/playdates.rules.ts'
import type { Repeat, Series } from '@tagalong/contract/features/playdates/series.contract.ts'
import {
  datesOfSeries,
  followingDate,
  problemOfSeries,
} from '@tagalong/contract/features/playdates/series.rules.ts'
import type { Wait } from '@tagalong/contract/features/playdates/waits.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { dateIn } from '@tagalong/contract/values/calendar-date.ts'
import type { GroupPlace } from '#features/groups/groups.queries.ts'
import { placesOf } from '../playdate-words.ts'
import { lastUsualOf } from '../series/series-words.ts'
import { capacityOf } from '../spots/spots-words.ts'
import { startOf, typedOf } from './event-start.ts'

/** What a caregiver has entered so far. It survives a reload and an expired session. */
export interface PlaydateDraft {
  /** Null until one is chosen. The other type's fields are kept, in case the caregiver switches back. */
  type: Playdate['type'] | null
  /** The caregiver's own children who play, on whichever side. */
  ownChildren: string[]
  source: 'friends' | 'groups'
  /** The group or pod whose children are shown; null until one is chosen. */
  place: GroupPlace | null
  /** The other side's children of a single playdate. A new request invites one. */
  otherChildren: string[]
  /** The children asked after the first one, one family after the other. */
  further: string[]
  /** How long a request waits for its answer; null until chosen. */
  wait: Wait | 'none' | null
  /** The children that an event invites, from friends and groups alike. */
  guests: string[]
  locations: [string, string, string]
  /** The one place of an event. */
  venue: string
  times: string[]
  /** When an event begins, as typed: `2026-12-05T10:00` on the caregiver's clock. */
  starts: string
  /** For events only. */
  description: string
  durationMinutes: number
  /** How many children a new event has room for, as typed. */
  capacity?: string
  /** How a new playdate repeats; null for just once. */
  repeat: Repeat | null
  /** For requests only. Older stored drafts lack it. */
  stay?: Stay | null
  /** The version that a counter-proposal answers; null for a new playdate. */
  version: number | null
  /** The last attempt to send, so that sending the same again counts as a repeat. */
  attempt: Attempt | null
}

export interface Attempt {
  idempotencyKey: string
  /** The body that was sent, as JSON. */
  of: string
}

export const emptyDraft: PlaydateDraft = {
  type: null,
  ownChildren: [],
  source: 'friends',
  place: null,
  otherChildren: [],
  further: [],
  wait: null,
  guests: [],
  locations: ['', '', ''],
  venue: '',
  times: [],
  starts: '',
  description: '',
  durationMinutes: 120,
  repeat: null,
  version: null,
  attempt: null,
}

/** The writer's side, which is the owner's for a new playdate, and their time zone. */
export interface Writer {
  isOwnerSide: boolean
  timeZone: string
}

const idsOf = (children: Playdate['ownerChildren']) => children.map(({ _id }) => _id)

/** Returns a draft for a counter-proposal: the current proposal without past times. */
export function draftOf(playdate: Playdate, now: number): PlaydateDraft {
  const mine = isOwner(playdate)
  const { option1, option2, option3 } = playdate.proposedLocations
  return {
    ...emptyDraft,
    type: 'single',
    ownChildren: idsOf(mine ? playdate.ownerChildren : playdate.recipientChildren),
    otherChildren: idsOf(mine ? playdate.recipientChildren : playdate.ownerChildren),
    locations: [option1 ?? '', option2 ?? '', option3 ?? ''],
    times: playdate.proposedTimes.filter((each) => Date.parse(each) > now).toSorted(),
    durationMinutes: playdate.durationMinutes,
    // Only the other side can say that they stay.
    stay: playdate.stay === 'drop' ? 'drop' : null,
    version: playdate.version,
  }
}

/** Returns a draft for moving an event, with its current values. */
export function moveDraftOf(event: Playdate, zone: string): PlaydateDraft {
  return {
    ...emptyDraft,
    type: 'group',
    ownChildren: idsOf(event.ownerChildren),
    guests: idsOf(event.recipientChildren),
    venue: event.acceptedLocation ?? '',
    starts: event.acceptedTime ? typedOf(event.acceptedTime, zone) : '',
    description: event.description ?? '',
    durationMinutes: event.durationMinutes,
    version: event.version,
  }
}

/** Returns a draft that asks for another time of a confirmed playdate: its current values without the time. */
export function anotherTimeDraftOf(playdate: Playdate): PlaydateDraft {
  return {
    ...draftOf({ ...playdate, proposedTimes: [] }, 0),
    locations: [playdate.acceptedLocation ?? '', '', ''],
    version: null,
  }
}

/**
 * Returns a draft to play again: the same children at the same place, with the time still to be picked.
 * @param known all children that the viewer may invite
 */
export function againDraftOf(playdate: Playdate, known: readonly CombinedChild[]): PlaydateDraft {
  const mine = isOwner(playdate)
  const others = idsOf(mine ? playdate.recipientChildren : playdate.ownerChildren)
  const [venue = ''] = placesOf(playdate)
  const shared = {
    ...emptyDraft,
    type: playdate.type,
    ownChildren: idsOf(mine ? playdate.ownerChildren : playdate.recipientChildren),
    durationMinutes: playdate.durationMinutes,
  }
  if (playdate.type === 'group') {
    const capacity = playdate.capacity ? String(playdate.capacity) : ''
    return { ...shared, guests: others, venue, description: playdate.description ?? '', capacity }
  }
  // Only one child is invited, even if two came to play.
  const child = others.flatMap((id) => known.find(({ _id }) => _id === id) ?? [])[0]
  return {
    ...shared,
    otherChildren: child ? [child._id] : [],
    locations: [venue, '', ''],
    ...(child && sourceOf(child)),
  }
}

/** Returns a draft for a series that follows another: at its usual weekday and time, as often, with as many dates. */
export function againSeriesOf(
  draft: PlaydateDraft,
  { everyWeeks, dates }: Series,
  { now, zone }: { now: number; zone: string },
): PlaydateDraft {
  const start = followingDate(lastUsualOf(dates, zone), { everyWeeks, now }, zone)
  const last = datesOfSeries(start, { everyWeeks, until: '9999-12-31' }, zone)[dates.length - 1] ?? start
  return {
    ...draft,
    times: [start],
    starts: typedOf(start, zone),
    repeat: { everyWeeks, until: dateIn(Date.parse(last), zone) },
  }
}

/** Returns the source under which the picker offers that child. */
export function sourceOf({ sources }: CombinedChild): Partial<PlaydateDraft> {
  if (sources.some(({ kind }) => kind === 'connection')) return { source: 'friends' }
  const group = sources.flatMap((each) => (each.kind === 'group' ? each.group._id : []))[0]
  return group ? { source: 'groups', place: { group, pod: null } } : {}
}

/** Returns the request body. */
export function proposalOf(draft: PlaydateDraft, writer: Writer) {
  return draft.type === 'group' ? eventOf(draft, writer) : requestOf(draft, writer)
}

function requestOf(draft: PlaydateDraft, { isOwnerSide }: Writer) {
  const [option1, option2, option3] = draft.locations.map((each) => each.trim() || null)
  return {
    type: 'single' as const,
    ownerChildren: isOwnerSide ? draft.ownChildren : draft.otherChildren,
    recipientChildren: isOwnerSide ? draft.otherChildren : draft.ownChildren,
    proposedLocations: { option1: option1 ?? null, option2: option2 ?? null, option3: option3 ?? null },
    proposedTimes: draft.times.toSorted(),
    durationMinutes: draft.durationMinutes,
    ...repeatOf(draft),
    ...(draft.stay && { stay: draft.stay }),
  }
}

function eventOf(draft: PlaydateDraft, { timeZone }: Writer) {
  const start = startOf(draft.starts, timeZone)
  return {
    type: 'group' as const,
    ownerChildren: draft.ownChildren,
    recipientChildren: draft.guests,
    proposedLocations: { option1: draft.venue.trim() || null },
    proposedTimes: start === null ? [] : [start],
    description: draft.description.trim(),
    durationMinutes: draft.durationMinutes,
    // An existing event's capacity is changed on its own page.
    ...(draft.version === null && { capacity: capacityOf(draft.capacity ?? '') }),
    ...repeatOf(draft),
  }
}

/** True if it may become a series: neither an existing playdate nor an order of families may. */
export function mayRepeat({ type, further, version }: PlaydateDraft): boolean {
  return version === null && (type === 'group' || further.length === 0)
}

function repeatOf(draft: PlaydateDraft) {
  return draft.repeat && mayRepeat(draft) ? { repeat: draft.repeat } : {}
}

export type DraftField = 'own' | 'location' | 'recipient' | 'time' | 'description' | 'capacity' | 'repeat'

export interface DraftProblem {
  field: DraftField
  /** Index of the place, if the problem is about one of the three. */
  index: number
  text: string
}

/** Returns the first failing field's prompt, in the order in which the fields are shown. */
export function firstProblem(draft: PlaydateDraft, writer: Writer, now: number): DraftProblem | null {
  const body = proposalOf(draft, writer)
  const { own, others } = writer.isOwnerSide
    ? { own: body.ownerChildren, others: body.recipientChildren }
    : { own: body.recipientChildren, others: body.ownerChildren }
  const problem = (field: DraftField, text: string, index = 0): DraftProblem => ({ field, index, text })
  if (own.length === 0) return problem('own', m.prompt_playdate_own_children())
  if (Object.values(body.proposedLocations).every((each) => each === null)) {
    return problem('location', m.prompt_playdate_location())
  }
  if (others.length === 0) return problem('recipient', m.prompt_playdate_recipient())
  if (body.proposedTimes.length === 0) return problem('time', m.prompt_playdate_time())
  if (body.proposedTimes.some((each) => Date.parse(each) <= now)) {
    return problem('time', m.prompt_playdate_past_time())
  }
  if ('capacity' in body && body.capacity && body.capacity < own.length) {
    return problem('capacity', m.prompt_spots_own())
  }
  const repeating = repeatProblem(body, writer)
  if (repeating) return problem(fieldOf(repeating.field.split('.')[0] ?? ''), repeating.text())
  // Anything else that the server would refuse, such as a place that is too long or too many times.
  const issue = createPlaydate.body.safeParse(body).error?.issues[0]
  return issue ? problem(fieldOf(String(issue.path[0])), issue.message, placeIndex(issue.path[1])) : null
}

function repeatProblem(
  { proposedTimes: times, proposedLocations, repeat }: ReturnType<typeof proposalOf>,
  { timeZone }: Writer,
) {
  const places = Object.values(proposedLocations).filter((each) => each !== null)
  return repeat ? problemOfSeries({ times, places, repeat }, timeZone) : null
}

/** Returns where to show a refusal of the server, by the path in its `fields`. */
export function problemOf(fields: Record<string, string>, isOwnerSide: boolean): DraftProblem | null {
  const [path, text] = Object.entries(fields)[0] ?? []
  if (path === undefined || text === undefined) return null
  const [name, place] = path.split('.')
  const field = fieldOf(name ?? '')
  const swapped = field === 'own' ? 'recipient' : field === 'recipient' ? 'own' : field
  return { field: isOwnerSide ? field : swapped, index: placeIndex(place), text }
}

/** Returns the previous attempt if the body is the same, whatever happened to it; otherwise a new one. */
export function attemptFor(previous: Attempt | null, body: unknown, newKey: () => string): Attempt {
  const of = JSON.stringify(body)
  return previous?.of === of ? previous : { idempotencyKey: newKey(), of }
}

function fieldOf(name: string): DraftField {
  if (name === 'ownerChildren') return 'own'
  if (['recipientChildren', 'order', 'wait'].includes(name)) return 'recipient'
  if (name === 'description' || name === 'capacity' || name === 'repeat') return name
  return name === 'proposedLocations' ? 'location' : 'time'
}

function placeIndex(part: unknown): number {
  const index = ['option1', 'option2', 'option3'].indexOf(String(part))
  return Math.max(index, 0)
}
