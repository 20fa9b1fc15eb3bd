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
  /** The playdate's two sides, whoever sends: the owner's children and the invited child. */
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
  /** Only for requests, and set anew with each proposal: left out, nothing is said. */
  stay: z.optional(z.nullable(stay)),
}

/**
 * `pending`: requests that wait for an answer, most recently changed first; never events. 50 at a time. `accepted`: all
 * upcoming ones by time, then the newest 50 past ones; `cursor` returns only older past ones.
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

/** A request for another time has no order, repeat or wait of its own, and is never an event. */
function isPlainReplacement({ replaces, ...rest }: { replaces?: string | undefined }): boolean {
  return (
    replaces === undefined ||
    !['wait', 'order', 'repeat', 'capacity'].some((each) => Object.hasOwn(rest, each))
  )
}

/**
 * A request may wait a limited time for its answer; with an order, the next family is asked if the answer isn't yes. An
 * event has one place and one time, may invite children of many caregivers, and is valid at once. 402 for an event
 * without premium. With `repeat`, all dates of a series are made at once, and the first one is returned.
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
      // Only for requests.
      wait: z.optional(z.enum(waits)),
      order: z.optional(order),
      /** Proposes another time for that confirmed playdate, with the same children and sides. */
      replaces: z.optional(id),
      // Only for events.
      capacity: z.optional(capacity),
      repeat: z.optional(repeat),
    })
    .check(z.refine(isPlainReplacement, { path: ['replaces'], error: m.prompt_playdate_another_time_alone })),
  data: playdate,
  idempotent: true,
  refusals: [402, 403],
})

/**
 * For a request: the side that did not submit last suggests other places, times or own children. For an event to come:
 * its owner moves it, and everybody answers anew; its guests stay the same.
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

/** Place and time must be among those proposed, and the time in the future. */
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

/** `phrase` becomes the last message of the chat. */
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
 * By the owner, or by either side of a confirmed single; only before its time. Everyone sees the reason. A request for
 * another time is withdrawn by the side that proposed last. `phrase`, for a confirmed single, becomes the last message
 * of its chat.
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
