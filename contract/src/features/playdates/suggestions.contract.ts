import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { durationMinutes } from './playdate.ts'
import { reasons } from './suggestions.rules.ts'

/** `isSure`: every child is known to be free; otherwise of one or more nothing is known. */
export const suggestion = z.object({ start: instant, reason: z.enum(reasons), isSure: z.boolean() })

/**
 * At most three times in the next two weeks that may suit these children, the best first, by what slots answer too:
 * nothing else of others' is used. At least one own child, and one of connections or members of one's groups. Each counts
 * as one of the 60 questions an hour that slots have; of both together there are 240 a day.
 */
export const suggestTimes = endpoint({
  name: 'playdates.suggestTimes',
  summary: 'Suggest times that may suit these children',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/suggest-times',
  body: z.strictObject({
    ownChildren: z
      .array(id, { error: m.prompt_playdate_own_children })
      .check(
        z.minLength(1, { error: m.prompt_playdate_own_children }),
        z.maxLength(20, { error: m.prompt_playdate_too_many_own }),
      ),
    otherChildren: z
      .array(id, { error: m.prompt_playdate_recipient })
      .check(
        z.minLength(1, { error: m.prompt_playdate_recipient }),
        z.maxLength(40, { error: m.prompt_slots_too_many }),
      ),
    durationMinutes: z.optional(durationMinutes),
    /** The playdate that is to have another time: it is in no other's way. */
    replaces: z.optional(id),
  }),
  data: z.object({ suggestions: z.array(suggestion) }),
})
