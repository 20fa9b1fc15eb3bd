import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { cancellingPhrases, rejectingPhrases } from '../../values/phrase.ts'
import { optionalText } from '../../values/text.ts'
import { order } from './asks.contract.ts'
import {
  capacity,
  durationMinutes,
  maxLengths,
  playdate,
  proposedLocations,
  stay,
  version,
} from './playdate.ts'
import { repeat } from './series.contract.ts'
import { waits } from './waits.rules.ts'

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
  durationMinutes: z.optional(durationMinutes),
  /** Only of a request, said with each proposal anew: left out, nothing is said. */
  stay: z.optional(z.nullable(stay)),
}

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

/** Another time has no order, repeat or wait of its own, and is no event's. */
function isPlainReplacement({ replaces, ...rest }: { replaces?: string | undefined }): boolean {
  return (
    replaces === undefined ||
    !['wait', 'order', 'repeat', 'capacity'].some((each) => Object.hasOwn(rest, each))
  )
}

/**
 * A request may wait for its answer for a limited time; with an order the next family is asked where it isn't a yes. An
 * event has one place and one time, is open to children of many caregivers, and stands at once. 402 for an event without
 * premium. With `repeat` all dates of a series are made at once, and the first one is answered.
 */
export const createPlaydate = endpoint({
  name: 'playdates.create',
  summary: 'Propose a playdate, or plan an event',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/playdate',
  body: z
    .strictObject({
      ...proposal,
      // Only of requests.
      wait: z.optional(z.enum(waits)),
      order: z.optional(order),
      /** Asks for another time of that confirmed playdate, with its children on its sides. */
      replaces: z.optional(id),
      // Only of events.
      capacity: z.optional(capacity),
      repeat: z.optional(repeat),
    })
    .check(z.refine(isPlainReplacement, { path: ['replaces'], error: m.prompt_playdate_another_time_alone })),
  data: playdate,
  idempotent: true,
  refusals: [402, 403],
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

/**
 * The owner, or either side of a confirmed single playdate; only before its time. All see the reason. A request for
 * another time is taken back by the side that proposed last. `phrase`, of a confirmed single, becomes the last message of
 * its chat.
 */
export const cancelPlaydate = endpoint({
  name: 'playdates.cancel',
  summary: 'Cancel a playdate',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/cancel-playdate',
  body: z.strictObject({
    id,
    version: z.optional(version),
    reason: z.optional(optionalText(maxLengths.reason)),
    phrase: z.optional(z.enum(cancellingPhrases)),
  }),
  data: playdate,
  refusals: [403],
})
