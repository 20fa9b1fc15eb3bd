import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { availability } from '../../values/availability.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText, text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { fileKey } from '../files/files.contract.ts'
import { grades, isInitial } from './children.rules.ts'

/** What a caregiver enters about a child. */
export const childFields = z.strictObject({
  firstName: text(50, m.prompt_child_first_name),
  lastNameInitial: z
    .string({ error: m.prompt_child_initial })
    .check(
      z.trim(),
      z.maxLength(8, { error: m.prompt_child_one_letter }),
      z.refine(isInitial, { error: m.prompt_child_one_letter }),
    ),
  school: z.optional(z.nullable(optionalText(100))),
  grade: z.optional(z.nullable(z.enum(grades))),
  /** The key of a new upload, or the child's present one. */
  photo: z.optional(z.nullable(fileKey)),
  availability: z.optional(z.nullable(availability)),
  /** Left out, it stays as it is; on for a new child. */
  helpsFriends: z.optional(z.boolean()),
})
export type ChildFields = z.infer<typeof childFields>

/** The caller's own child. `caregiver` is the caller, as its guardian. `availability` is null until it is entered. */
export const child = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  school: z.nullable(z.string()),
  grade: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  caregiver: id,
  availability: z.nullable(availability),
  /**
   * If true, its hours and days away count when others ask for slots; if false, they are unknown to all but its
   * guardians.
   */
  helpsFriends: z.boolean(),
  /** Increases with each change; a save names the version it saw. */
  version: z.int(),
})
export type Child = z.infer<typeof child>

/** Another caregiver's child as the caller may see it; `school` only for connections, never the hours. */
export const visibleChild = z.object({
  _id: id,
  firstName: z.string(),
  lastNameInitial: z.string(),
  grade: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  school: z.optional(z.nullable(z.string())),
  caregiver: caregiverName,
})
export type VisibleChild = z.infer<typeof visibleChild>

/** The caller's own children in full, another caregiver's as far as the caller may see them; 404 for strangers. */
export const listChildrenOfCaregiver = endpoint({
  name: 'children.ofCaregiver',
  summary: "List a caregiver's children",
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/child/find-by-caregiver/:caregiverId',
  params: z.strictObject({ caregiverId: id }),
  data: z.array(z.union([child, visibleChild])),
})

/** Only an own child; others' children are in the lists. */
export const getChild = endpoint({
  name: 'children.get',
  summary: 'Read an own child',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/child/:id',
  params: idParams,
  data: child,
  refusals: [403],
})

export const createChild = endpoint({
  name: 'children.create',
  summary: 'Add a child',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child',
  body: childFields,
  data: child,
  idempotent: true,
})

/**
 * Replaces all fields: those left out or null are cleared, except `helpsFriends`. 409 if another guardian has saved the
 * child since `version`. The other guardians are notified.
 */
export const saveChild = endpoint({
  name: 'children.save',
  summary: 'Change an own child',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/child/:id',
  params: idParams,
  body: z.extend(childFields, { version: z.optional(z.int().check(z.gte(1))) }),
  data: child,
  idempotent: true,
  refusals: [403],
})

/**
 * Permanently deletes the child, also from requests and playdates to come. Those with a side left empty are cancelled,
 * and the others on them are notified. In past ones the child stays without a name.
 */
export const deleteChild = endpoint({
  name: 'children.delete',
  summary: 'Delete an own child',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/child/:id',
  params: idParams,
  data: z.object({}),
  refusals: [403],
})

/** How well an hour fits: see `fitOf` in slots.rules.ts. */
export const fit = z.enum(['all', 'some', 'unknown'])

/** How many days one request for slots may cover. */
export const longestSpanDays = 14

/**
 * The hours from 5 am to 9 pm in the caller's zone, and how well each fits the children: at least one own child, and
 * children of connections and of members of the caller's groups, 40 at most. Days away count for own children and those
 * of connections. 60 requests an hour, then 429.
 */
export const findAvailabilitySlots = endpoint({
  name: 'children.findAvailabilitySlots',
  summary: 'Find the hours that suit these children',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/availability-slots',
  body: z
    .strictObject({
      children: z
        .array(id)
        .check(
          z.minLength(1, { error: m.prompt_slots_children }),
          z.maxLength(40, { error: m.prompt_slots_too_many }),
        ),
      from: instant,
      to: instant,
    })
    .check(
      z.refine(
        ({ from, to }) => {
          const span = Date.parse(to) - Date.parse(from)
          return span > 0 && span <= longestSpanDays * 86_400_000
        },
        { path: ['to'], error: () => m.prompt_slots_too_long({ days: longestSpanDays }) },
      ),
    ),
  data: z.array(z.object({ start: instant, fit })),
})
export type Slot = { start: string; fit: z.infer<typeof fit> }
