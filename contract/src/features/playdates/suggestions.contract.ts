import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { durationMinutes } from './playdate.ts'
import { reasons } from './suggestions.rules.ts'

/** `isSure`: every child is known to be free; otherwise the hours of at least one are unknown. */
export const suggestion = z.object({ start: instant, reason: z.enum(reasons), isSure: z.boolean() })

/**
 * Returns at most three times in the next two weeks that may suit these children, best first, from the same data as
 * slots. At least one own child, and one child of connections or of members of the caller's groups. Each call counts as
 * one of the 60 requests an hour that slots have; both together are limited to 240 a day.
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
    /** The playdate to be moved: it doesn't block any time. */
    replaces: z.optional(id),
  }),
  data: z.object({ suggestions: z.array(suggestion) }),
})
