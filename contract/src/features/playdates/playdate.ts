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

/** What a family's answer to an event came to: on the waiting list, or there with spots kept for it. */
export const eventOutcome = z.enum(['accepted', 'rejected', 'waiting', 'offered'])
export type EventOutcome = z.infer<typeof eventOutcome>

/** How many children an event has room for, its owner's among them; null: as many as come. */
export const capacity = z.nullable(
  z
    .int({ error: m.prompt_spots_capacity })
    .check(z.gte(1, { error: m.prompt_spots_capacity }), z.lte(200, { error: m.prompt_spots_capacity })),
)

/** A place on the waiting list of an event, counted from 1, and until when spots are kept for it. */
const waitingPlace = z.object({ position: z.int(), offerUntil: z.nullable(instant) })

/** Of who proposes: they are there all the time, or children may be left there. */
export const stay = z.enum(['stay', 'drop'])
export type Stay = z.infer<typeof stay>

/** Up to three places, at least one. */
export const proposedLocations = z
  .strictObject({ option1: location, option2: location, option3: location })
  .check(z.refine((each) => Boolean(each.option1 || each.option2 || each.option3), noLocation))

/** As they are read: what an administrator removed is empty. */
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
  proposedLocations: shownLocations,
  acceptedLocation: z.nullable(z.string()),
  acceptedTime: z.nullable(instant),
  /** Only of events; null on the card. */
  description: z.optional(z.nullable(z.string())),
  /** Only of events, and only to invitees: the caller's own, null before they answered. */
  response: z.optional(z.nullable(eventOutcome)),
  /** Only of events; null where there is no limit, and on the card. */
  capacity: z.optional(capacity),
  spotsLeft: z.optional(z.nullable(z.int())),
  /** Only where one such event is read: the caller's family on its waiting list; null where it isn't. */
  place: z.optional(z.nullable(waitingPlace)),
  /** Likewise, and only to its owner: the waiting list in its order. */
  waiting: z.optional(
    z.array(z.object({ ...waitingPlace.shape, caregiver: caregiverName, children: z.array(id) })),
  ),
  /** Only of events to come, and only where it is so: the caller blocked somebody whom it invites, too. */
  blockedInvited: z.optional(z.literal(true)),
  durationMinutes: z.int(),
  /** Only of a request for another time: the confirmed one that stands until the yes, or stood until then. */
  replaces: z.optional(z.object({ playdate: id, time: instant })),
  /** Only of one that is read by itself: another time that is asked for, or by a yes took its place, with its time. */
  replacedBy: z.optional(z.object({ playdate: id, time: z.nullable(instant) })),
  /** Of who proposed last; null of events, on the card, and where nothing is said. */
  stay: z.nullable(stay),
  /** While it is open: somebody else's clock shows other times for it than the caller's. */
  zonesDiffer: z.boolean(),
  lastSubmittedBy: id,
  cancelReason: z.nullable(z.string()),
  /** Who called it off; null where it is not off, or that is not known. */
  cancelledBy: z.nullable(caregiverName),
  /** Where it was no decision of theirs: none of their children is in it any more, their account is gone, or whoever organised it can't be there. */
  cancelCause: z.nullable(cancelCause),
  /** By when a request is to be answered; null where it may take any time, the clock was stopped, or on the card. */
  answerBy: z.nullable(instant),
  /** `over`: nobody answered in time. null of whatever is not off, or ended in another way. */
  endedAs: z.nullable(z.enum(['over'])),
  /** Only to the maker of an order in which it was asked: which one, and at which of how many families it is. */
  ask: z.optional(z.object({ id, position: z.int(), of: z.int() })),
  createdAt: instant,
  updatedAt: instant,
  /** Grows with each change; a change names the one it saw. */
  version: z.int(),
  /** Only of one date of a series: how many like it follow, of the same status, turn and own answer. */
  series: z.optional(z.object({ id, left: z.int() })),
  /** How many messages of others the caller has not read. */
  unread: z.int(),
  /** Only of events: in which rooms those are. The one of all has no recipient. */
  unreadRooms: z.optional(z.array(z.object({ recipientCaregiverId: z.nullable(id), unread: z.int() }))),
})
export type Playdate = z.infer<typeof playdate>

/** Of a playdate, as the caller saw it. */
export const version = z.int().check(z.gte(1))
