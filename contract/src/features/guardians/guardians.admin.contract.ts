import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { roles } from './guardians.rules.ts'

export const placeActions = ['end', 'restore'] as const
export type PlaceAction = (typeof placeActions)[number]

/** A place that was live in the last 12 months, as administrators see it. */
export const knownPlace = z.object({
  caregiver: caregiverName,
  role: z.enum(roles),
  since: instant,
  until: z.nullable(instant),
  addedBy: z.nullable(caregiverName),
  /** Is a guardian, or was one in the last 12 months, and so may be restored. */
  wasGuardian: z.boolean(),
  /** An administrator's change that has not taken effect yet. */
  underWay: z.nullable(
    z.object({
      action: z.enum(placeActions),
      at: instant,
      /** `email` is the current one; null once the account is erased */
      by: z.nullable(z.object({ _id: id, email: z.string() })),
      reason: z.string(),
    }),
  ),
})
export type KnownPlace = z.infer<typeof knownPlace>

const placeParams = z.strictObject({ id, caregiverId: id })

export const listKnownPlaces = endpoint({
  name: 'guardians.known',
  summary: "List a child's grown-ups of the last 12 months",
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/child/:id/guardian',
  params: idParams,
  data: z.object({
    child: z.object({ _id: id, firstName: z.string() }),
    places: z.array(knownPlace),
    /** False for an administrator who is or was one of the grown-ups. */
    mayChange: z.boolean(),
  }),
})
export type KnownPlaces = z.infer<typeof listKnownPlaces.data>

/** Takes effect after 24 hours. The grown-up concerned, every guardian and all administrators are notified at once. */
export const changePlace = endpoint({
  name: 'guardians.changePlace',
  summary: "End a grown-up's place, or restore one",
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/child/:id/guardian/:caregiverId',
  params: placeParams,
  body: z.strictObject({
    action: z.enum(placeActions),
    reason: text(600, m.prompt_guardian_reason).check(z.minLength(20, { error: m.prompt_guardian_reason })),
  }),
  data: knownPlace,
  fresh: true,
  refusals: [403],
  idempotent: true,
})

/**
 * By any administrator, until the change takes effect. `at`: when it was to take effect, as the caller saw it; 409 if
 * another change is under way by now.
 */
export const stopPlaceChange = endpoint({
  name: 'guardians.stopPlaceChange',
  summary: "Stop a change of a child's grown-ups",
  scope: 'admin',
  guard: 'admin',
  method: 'DELETE',
  path: '/child/:id/guardian/:caregiverId',
  params: placeParams,
  query: z.strictObject({ at: z.optional(instant) }),
  data: z.object({}),
  refusals: [403],
})
