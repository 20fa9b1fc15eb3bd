import * as z from 'zod/mini'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'

/** A child on one side of a playdate. */
export const playdateChild = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  grade: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  /** The caregiver through whom the child came. */
  caregiver: caregiverName,
  /** True if the caller is its guardian. */
  isOwn: z.boolean(),
  /** Only for own children: who last proposed or answered for the child, and when; null before anybody did. */
  actedBy: z.nullable(caregiverName),
  actedAt: z.nullable(instant),
})
export type PlaydateChild = z.infer<typeof playdateChild>

export const maxLengths = { location: 200, description: 2000, reason: 500 }

const location = z.optional(z.nullable(optionalText(maxLengths.location)))
const noLocation = { error: m.prompt_playdate_location, path: ['option1'] }

export const response = z.enum(['accepted', 'rejected'])
export type Response = z.infer<typeof response>

/** A family's standing at an event: its answer, or that it is on the waiting list or has spots kept for it. */
export const eventOutcome = z.enum(['accepted', 'rejected', 'waiting', 'offered'])
export type EventOutcome = z.infer<typeof eventOutcome>

/** How many children an event has room for, the owner's included; null if there is no limit. */
export const capacity = z.nullable(
  z
    .int({ error: m.prompt_spots_capacity })
    .check(z.gte(1, { error: m.prompt_spots_capacity }), z.lte(200, { error: m.prompt_spots_capacity })),
)

/** A place on an event's waiting list, from 1; `offerUntil` is until when spots are kept for it. */
const waitingPlace = z.object({ position: z.int(), offerUntil: z.nullable(instant) })

/** Whether the proposing caregiver stays the whole time, or children may be dropped off there. */
export const stay = z.enum(['stay', 'drop'])
export type Stay = z.infer<typeof stay>

/** Up to three places, at least one. */
export const proposedLocations = z
  .strictObject({ option1: location, option2: location, option3: location })
  .check(z.refine((each) => Boolean(each.option1 || each.option2 || each.option3), noLocation))

/** Proposed places as read: empty if an administrator removed them. */
export const shownLocations = z.object({
  option1: z.nullable(z.string()),
  option2: z.nullable(z.string()),
  option3: z.nullable(z.string()),
})

export const durationMinutes = z.int().check(z.gte(15), z.lte(720))

export const cancelCause = z.enum(['children', 'account', 'organiser'])
export type CancelCause = z.infer<typeof cancelCause>

const playdateSide = z.enum(['owner', 'recipient'])

export const playdate = z.object({
  _id: id,
  /** The caller's side. */
  side: playdateSide,
  /** The side that proposed last; the other side answers. */
  lastSide: playdateSide,
  /**
   * True if the caller may propose, answer, move or cancel for their side, as far as the state allows: a guardian of
   * every child on it; for events, the owner, and each invitee for their own children.
   */
  mayAct: z.boolean(),
  /** True if the caller may read and write in its chat, as far as one is open to them. */
  mayChat: z.boolean(),
  /**
   * The guardian who looks after it, if the caller sees only the card: places, description and reason are then null,
   * and every other call about the playdate is 404. null if the caller sees it in full.
   */
  lookedAfterBy: z.nullable(caregiverName),
  type: z.enum(['single', 'group']),
  status: z.enum(['pending', 'accepted', 'rejected', 'cancelled']),
  owner: caregiverName,
  ownerChildren: z.array(playdateChild),
  recipientChildren: z.array(playdateChild),
  /**
   * The caregivers through whom the recipients' children came, and those who proposed, answered or wrote. On the
   * caller's own side, also all other guardians of their child.
   */
  recipientCaregivers: z.array(caregiverName),
  proposedTimes: z.array(instant),
  proposedLocations: shownLocations,
  acceptedLocation: z.nullable(z.string()),
  acceptedTime: z.nullable(instant),
  /** Only for events; null on the card. */
  description: z.optional(z.nullable(z.string())),
  /** Only for events and their invitees: the caller's own answer, null before they answered. */
  response: z.optional(z.nullable(eventOutcome)),
  /** Only for events; null if there is no limit, on the card, and for helpers. */
  capacity: z.optional(capacity),
  spotsLeft: z.optional(z.nullable(z.int())),
  /** Only if a single such event is read: the place of the caller's family on its waiting list; null if it has none. */
  place: z.optional(z.nullable(waitingPlace)),
  /** Likewise, and only for its owner: the waiting list in order. */
  waiting: z.optional(
    z.array(z.object({ ...waitingPlace.shape, caregiver: caregiverName, children: z.array(id) })),
  ),
  /** Only for events to come: present if the caller blocked another caregiver invited to it. */
  blockedInvited: z.optional(z.literal(true)),
  durationMinutes: z.int(),
  /** Only for a request for another time: the confirmed playdate that is valid until the request is accepted. */
  replaces: z.optional(z.object({ playdate: id, time: instant })),
  /**
   * Only if a single playdate is read: the request for another time, or the playdate that replaced it, with its time.
   */
  replacedBy: z.optional(z.object({ playdate: id, time: z.nullable(instant) })),
  /** The last proposer's; null for events, on the card, and if nothing was said. */
  stay: z.nullable(stay),
  /** True while it is open and another caregiver's clock shows its times differently from the caller's. */
  zonesDiffer: z.boolean(),
  lastSubmittedBy: id,
  cancelReason: z.nullable(z.string()),
  /** Who cancelled it; null if it isn't cancelled, or that is unknown. */
  cancelledBy: z.nullable(caregiverName),
  /**
   * Set if nobody decided to cancel: none of their children is in it any more, their account is gone, or its owner
   * can't be there.
   */
  cancelCause: z.nullable(cancelCause),
  /** By when a request is to be answered; null if there is no limit, the clock was stopped, or on the card. */
  answerBy: z.nullable(instant),
  /** `over`: nobody answered in time. null if it isn't cancelled, or ended otherwise. */
  endedAs: z.nullable(z.enum(['over'])),
  /** Only for the maker of the order it is part of: the order, the family's position and the number of families. */
  ask: z.optional(z.object({ id, position: z.int(), of: z.int() })),
  createdAt: instant,
  updatedAt: instant,
  /** Increases with each change; a change names the version it saw. */
  version: z.int(),
  /** Only for a date of a series: how many follow with the same status, turn and own answer. */
  series: z.optional(z.object({ id, left: z.int() })),
  /** Number of others' messages that the caller hasn't read. */
  unread: z.int(),
  /** Only for events: unread messages by room. The room of all has no recipient. */
  unreadRooms: z.optional(z.array(z.object({ recipientCaregiverId: z.nullable(id), unread: z.int() }))),
})
export type Playdate = z.infer<typeof playdate>

/** Version of the playdate, as the caller saw it. */
export const version = z.int().check(z.gte(1))
