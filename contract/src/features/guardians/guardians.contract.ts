import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { roles } from './guardians.rules.ts'
import { guardianInvite } from './invites.contract.ts'

/** A grown-up's place with a child, from `since` to `until` if it ends. */
export const place = z.object({
  caregiver: caregiverName,
  role: z.enum(roles),
  since: instant,
  until: z.nullable(instant),
  /** The guardian whom a helper helps. */
  addedBy: z.nullable(caregiverName),
  /**
   * Only for the caller's own place. If false, the child's other guardians see only the card of what the caller
   * arranged.
   */
  sharesPlaces: z.optional(z.boolean()),
  /** Only for the caller's own place if it ends: true if the caller chose to leave, and so may stay. */
  mayStay: z.optional(z.boolean()),
})
export type Place = z.infer<typeof place>

export const grownUps = z.object({
  child: z.object({ _id: id, firstName: z.string() }),
  guardians: z.array(place),
  helpers: z.array(place),
  invites: z.array(guardianInvite),
})
export type GrownUps = z.infer<typeof grownUps>

const placeParams = z.strictObject({ id, caregiverId: id })
const lastDay = z.iso.date({ error: m.prompt_guardian_until })

/** In full for a guardian. A helper gets their own row and that of the guardian they help. 404 for everyone else. */
export const listGrownUps = endpoint({
  name: 'guardians.list',
  summary: 'List the grown-ups of a child',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/child/:id/guardian',
  params: idParams,
  data: grownUps,
})

/** By the guardian who added the helper: sets another last day, on the guardian's clock, 365 days ahead at most. */
export const changeHelper = endpoint({
  name: 'guardians.changeHelper',
  summary: "Change a helper's last day",
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id/guardian/:caregiverId',
  params: placeParams,
  body: z.strictObject({ until: lastDay }),
  data: place,
  refusals: [403],
})

/** By the guardian who added the helper, at once. 403 for the place of a guardian. */
export const endHelp = endpoint({
  name: 'guardians.endHelp',
  summary: "End a helper's place",
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/child/:id/guardian/:caregiverId',
  params: placeParams,
  data: z.object({}),
  refusals: [403],
})

export const saveOwnPlace = endpoint({
  name: 'guardians.saveOwnPlace',
  summary: 'Say whether the others read the places of own playdates',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id/guardian/mine',
  params: idParams,
  body: z.strictObject({ sharesPlaces: z.boolean() }),
  data: place,
})

/** A guardian leaves after 24 hours and needs a fresh session; 409 for the last one. A helper leaves at once. */
export const leaveChild = endpoint({
  name: 'guardians.leave',
  summary: "Stop being a child's grown-up",
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/child/:id/guardian/mine',
  params: idParams,
  data: z.nullable(place),
})

/** Until the leaving takes effect. */
export const stayWithChild = endpoint({
  name: 'guardians.stay',
  summary: "Stay a child's grown-up after all",
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id/guardian/mine/stay',
  params: idParams,
  body: z.strictObject({}),
  data: place,
})

/** The children that the caller helps with now, sorted by last day. */
export const listHelp = endpoint({
  name: 'guardians.help',
  summary: 'List the children that the caller helps with',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/helped-children',
  data: z.array(
    z.object({
      child: z.object({ _id: id, firstName: z.string(), photo: z.nullable(z.string()) }),
      addedBy: caregiverName,
      until: instant,
    }),
  ),
})
export type Help = z.infer<typeof listHelp.data>[number]

/**
 * The child for whom to ask if there is another grown-up; null if there is nothing to ask, or it was answered.
 * `opened`: an invite of the caller's that was accepted and waits to be confirmed.
 */
export const getGrownUpQuestion = endpoint({
  name: 'guardians.question',
  summary: 'Read whether to ask for another grown-up',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/grown-up-question',
  data: z.object({
    child: z.nullable(z.object({ _id: id, firstName: z.string() })),
    opened: z.nullable(z.object({ child: id, invitee: caregiverName })),
  }),
})

/** The question isn't asked again. */
export const answerGrownUpQuestion = endpoint({
  name: 'guardians.answerQuestion',
  summary: 'Answer whether there is another grown-up',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/grown-up-question',
  body: z.strictObject({}),
  data: z.object({}),
})
