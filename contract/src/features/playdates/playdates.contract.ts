import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { rejectingPhrases } from '../../values/phrase.ts'
import { optionalText } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'

/** A child on one side of a playdate. */
export const playdateChild = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  grade: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  /** Through whom it came. */
  caregiver: caregiverName,
  /** The caller is its guardian. */
  isOwn: z.boolean(),
  /** Of own children: who last proposed or answered for it, and when; null before anybody did. */
  actedBy: z.nullable(caregiverName),
  actedAt: z.nullable(instant),
})
export type PlaydateChild = z.infer<typeof playdateChild>

export const maxLengths = { location: 200, description: 2000, reason: 500 }

const location = z.optional(z.nullable(optionalText(maxLengths.location)))
const noLocation = { error: m.prompt_playdate_location, path: ['option1'] }

export const response = z.enum(['accepted', 'rejected'])
export type Response = z.infer<typeof response>

/** Up to three places, at least one. */
export const proposedLocations = z
  .strictObject({ option1: location, option2: location, option3: location })
  .check(z.refine((each) => Boolean(each.option1 || each.option2 || each.option3), noLocation))

export const cancelCause = z.enum(['children', 'account', 'organiser'])
export type CancelCause = z.infer<typeof cancelCause>

export const playdateSide = z.enum(['owner', 'recipient'])
export type PlaydateSide = z.infer<typeof playdateSide>

export const playdate = z.object({
  _id: id,
  /** On which side the caller stands. */
  side: playdateSide,
  /** The side that proposed last: the other one answers. */
  lastSide: playdateSide,
  /**
   * The caller may propose, answer, move or cancel for their side where its state allows it: a guardian of every child on
   * it; of an event its organiser, and each invitee for their own children.
   */
  mayAct: z.boolean(),
  /** The caller may read and write in its chat, if one is open to them. */
  mayChat: z.boolean(),
  /**
   * Who looks after it of the caller's family, where the caller reads the card only: places, description and reason are
   * null, and every other call about it answers 404. null of a playdate that is seen whole.
   */
  lookedAfterBy: z.nullable(caregiverName),
  type: z.enum(['single', 'group']),
  status: z.enum(['pending', 'accepted', 'rejected', 'cancelled']),
  owner: caregiverName,
  ownerChildren: z.array(playdateChild),
  recipientChildren: z.array(playdateChild),
  /** Through whom their children came, and who answered or wrote; on the caller's own side all guardians of their child. */
  recipientCaregivers: z.array(caregiverName),
  proposedTimes: z.array(instant),
  proposedLocations: z.object({
    option1: z.nullable(z.string()),
    option2: z.nullable(z.string()),
    option3: z.nullable(z.string()),
  }),
  acceptedLocation: z.nullable(z.string()),
  acceptedTime: z.nullable(instant),
  /** Only of events; null on the card. */
  description: z.optional(z.nullable(z.string())),
  /** Only of events, and only to invitees: the caller's own, null before they answered. */
  response: z.optional(z.nullable(response)),
  /** Only of events to come, and only where it is so: the caller blocked somebody whom it invites, too. */
  blockedInvited: z.optional(z.literal(true)),
  durationMinutes: z.int(),
  /** While it is open: somebody else's clock shows other times for it than the caller's. */
  zonesDiffer: z.boolean(),
  lastSubmittedBy: id,
  cancelReason: z.nullable(z.string()),
  /** Who called it off; null where it is not off, or that is not known. */
  cancelledBy: z.nullable(caregiverName),
  /** Where it was no decision of theirs: none of their children is in it any more, their account is gone, or whoever organised it can't be there. */
  cancelCause: z.nullable(cancelCause),
  createdAt: instant,
  updatedAt: instant,
  /** Grows with each change; a change names the one it saw. */
  version: z.int(),
  /** How many messages of others the caller has not read. */
  unread: z.int(),
  /** Only of events: in which rooms those are. The one of all has no recipient. */
  unreadRooms: z.optional(z.array(z.object({ recipientCaregiverId: z.nullable(id), unread: z.int() }))),
})
export type Playdate = z.infer<typeof playdate>

const times = z
  .array(instant, { error: m.prompt_playdate_time })
  .check(
    z.minLength(1, { error: m.prompt_playdate_time }),
    z.maxLength(20, { error: m.prompt_playdate_too_many_times }),
  )

const sides = {
  /** The two sides of the playdate, whoever sends: the owner's children, and the one invited. */
  ownerChildren: z
    .array(id, { error: m.prompt_playdate_own_children })
    .check(
      z.minLength(1, { error: m.prompt_playdate_own_children }),
      z.maxLength(20, { error: m.prompt_playdate_too_many_own }),
    ),
  recipientChildren: z
    .array(id, { error: m.prompt_playdate_recipient })
    .check(
      z.minLength(1, { error: m.prompt_playdate_recipient }),
      z.maxLength(200, { error: m.prompt_playdate_too_many_guests }),
    ),
}

const proposal = {
  type: z.enum(['single', 'group']),
  ...sides,
  proposedLocations,
  proposedTimes: times,
  description: z.optional(z.nullable(optionalText(maxLengths.description))),
  durationMinutes: z.optional(z.int().check(z.gte(15), z.lte(720))),
}

const version = z.int().check(z.gte(1))

/**
 * `pending`: requests that wait for an answer, newest change first; never events. 50 at a time.
 * `accepted`: all upcoming by time, then the newest 50 past ones; `cursor` gives older past ones only.
 */
export const listPlaydates = endpoint({
  name: 'playdates.list',
  summary: 'List playdates',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/playdate',
  query: z.strictObject({ status: z.enum(['pending', 'accepted']), cursor: z.optional(id) }),
  data: z.object({ items: z.array(playdate), nextCursor: z.nullable(id) }),
})

export const getPlaydate = endpoint({
  name: 'playdates.get',
  summary: 'Read a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/playdate/:id',
  params: idParams,
  data: playdate,
})

/**
 * An event has one place and one time, is open to children of many caregivers, and stands at once. 402 for an event
 * without premium.
 */
export const createPlaydate = endpoint({
  name: 'playdates.create',
  summary: 'Propose a playdate, or plan an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/playdate',
  body: z.strictObject(proposal),
  data: playdate,
  idempotent: true,
  refusals: [402],
})

/**
 * A request: the side that did not submit last suggests other places, times or own children. An event that is still
 * to come: its owner moves it, and everybody answers anew; whom it invites stays.
 */
export const counterPlaydate = endpoint({
  name: 'playdates.counter',
  summary: 'Propose something else, or move an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'PUT',
  path: '/playdate/:id',
  params: idParams,
  body: z.strictObject({ ...proposal, version }),
  data: playdate,
  refusals: [403],
})

/** Place and time must be among the proposed ones, the time still to come. */
export const acceptPlaydate = endpoint({
  name: 'playdates.accept',
  summary: 'Accept a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/accept-playdate',
  body: z.strictObject({
    id,
    acceptedLocation: z
      .string({ error: m.prompt_playdate_pick_location })
      .check(
        z.trim(),
        z.minLength(1, { error: m.prompt_playdate_pick_location }),
        z.maxLength(maxLengths.location),
      ),
    acceptedTime: instant,
    version: z.optional(version),
  }),
  data: playdate,
  refusals: [403],
})

/** `phrase` becomes the last message of its chat. */
export const rejectPlaydate = endpoint({
  name: 'playdates.reject',
  summary: 'Reject a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/reject-playdate',
  body: z.strictObject({
    id,
    version: z.optional(version),
    phrase: z.optional(z.enum(rejectingPhrases)),
  }),
  data: playdate,
  refusals: [403],
})

/** The owner, or either side of a confirmed single playdate; only before its time. All see the reason. */
export const cancelPlaydate = endpoint({
  name: 'playdates.cancel',
  summary: 'Cancel a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/cancel-playdate',
  body: z.strictObject({ id, reason: z.optional(optionalText(maxLengths.reason)) }),
  data: playdate,
  refusals: [403],
})

/** An invitee's answer to an event, and for which of the invited children: the last one for a child counts. */
export const eventResponse = z.object({ caregiver: caregiverName, response, children: z.array(id) })
export type EventResponse = z.infer<typeof eventResponse>

const playdateParams = z.strictObject({ playdateId: id })

/** The caller's own; null before they answered. 404 where it is no event, 403 for its owner, who counts as going. */
export const getEventResponse = endpoint({
  name: 'playdates.response',
  summary: 'Read the own answer to an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/event-response/:playdateId',
  params: playdateParams,
  data: z.nullable(eventResponse),
  refusals: [403],
})

/** Of all who have answered; for the owner and every invitee. */
export const listEventResponses = endpoint({
  name: 'playdates.responses',
  summary: 'List the answers to an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/event-response/all/:playdateId',
  params: playdateParams,
  data: z.array(eventResponse),
})

/**
 * As often as one likes until the event begins; the last answer counts. `version` is that of the event which was seen: 409
 * where it has been changed since. Without one a yes counts only while nothing was changed at all, since it would
 * promise to come at a time that nobody looked at; a no always does.
 */
export const acceptEvent = endpoint({
  name: 'playdates.acceptEvent',
  summary: 'Accept an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response/:playdateId/accepted',
  params: playdateParams,
  body: z.strictObject({ version: z.optional(version) }),
  data: eventResponse,
  refusals: [403],
})

export const rejectEvent = endpoint({
  name: 'playdates.rejectEvent',
  summary: 'Decline an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response/:playdateId/rejected',
  params: playdateParams,
  body: z.strictObject({ version: z.optional(version) }),
  data: eventResponse,
  refusals: [403],
})

/** Either answer in one call; `version` as above. */
export const respondToEvent = endpoint({
  name: 'playdates.respondToEvent',
  summary: 'Answer an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/event-response',
  body: z.strictObject({ playdate: id, response, version: z.optional(version) }),
  data: eventResponse,
  refusals: [403],
})
