import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'

const date = z.iso.date({ error: m.prompt_away_from })

/** Days on which children are away, first and last included, in the time zone of the guardian who entered them. */
export const daysAway = z.object({
  _id: id,
  from: z.iso.date(),
  to: z.iso.date(),
  /** The children of whom both the caller and the guardian who entered the days are guardians. */
  children: z.array(id),
  by: z.object({ name: z.string() }),
  /** True if the caller entered them, and so may remove them. */
  isMine: z.boolean(),
})
export type DaysAway = z.infer<typeof daysAway>

export const awayTexts = {
  past: m.prompt_away_from,
  far: m.prompt_away_far,
  full: m.prompt_away_full,
} as const

/** Days away of the caller's children from today on, earliest first. */
export const listDaysAway = endpoint({
  name: 'children.listDaysAway',
  summary: 'List the days on which own children are away',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/away',
  data: z.array(daysAway),
})

/** From today to 365 days ahead, on the caller's clock. 404 if a child isn't the caller's. 409 after ten entries. */
export const createDaysAway = endpoint({
  name: 'children.createDaysAway',
  summary: 'Enter days on which own children are away',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/away',
  body: z
    .strictObject({
      from: date,
      to: date,
      children: z
        .array(id, { error: m.prompt_away_children })
        .check(z.minLength(1, { error: m.prompt_away_children }), z.maxLength(100)),
    })
    .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: m.prompt_away_to })),
  data: daysAway,
  status: 201,
  idempotent: true,
  refusals: [409],
})

/** Only for the guardian who entered them; 404 for anyone else. */
export const deleteDaysAway = endpoint({
  name: 'children.deleteDaysAway',
  summary: 'Remove days on which own children are away',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/away/:id',
  params: idParams,
  data: z.object({}),
})
