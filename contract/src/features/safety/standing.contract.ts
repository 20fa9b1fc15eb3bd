import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'

export const maxAppealLength = 1_000

/**
 * The administrators' latest decision about the caller. `kind` is null if there is none, or none that still counts;
 * `warn` may stand beside an earlier pause. `until`: when the pause ends (null: when it is lifted), or when the closed
 * account is erased. `decidedAt` is null if `kind` is. `appeal`: whether another look can be requested, has been
 * requested, or can't be any more.
 */
export const getStanding = endpoint({
  name: 'standing.get',
  summary: 'Read what was decided about the own account',
  scope: 'app',
  guard: 'user',
  method: 'GET',
  path: '/standing',
  data: z.object({
    standing: z.enum(['good', 'suspended', 'closed']),
    kind: z.nullable(z.enum(['warn', 'suspend', 'close'])),
    until: z.nullable(instant),
    words: z.string(),
    decidedAt: z.nullable(instant),
    appeal: z.enum(['possible', 'asked', 'over']),
  }),
  whilePaused: true,
})

/**
 * Once per decision, within 30 days of it, else 409. Another administrator reads it. `decidedAt` is that of the
 * decision the caller read; 409 if another one counts by now.
 */
export const appeal = endpoint({
  name: 'standing.appeal',
  summary: 'Ask for another look at a decision about the own account',
  scope: 'app',
  guard: 'user',
  method: 'POST',
  path: '/appeal',
  body: z.strictObject({
    words: text(maxAppealLength, m.prompt_appeal_words),
    decidedAt: z.optional(instant),
  }),
  data: z.object({}),
  status: 201,
  whilePaused: true,
})
