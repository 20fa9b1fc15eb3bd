import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'

const caregiverParams = z.strictObject({ caregiver: id })

/**
 * What a block would do: how many coming playdates it cancels, and which groups both stay in; `isAdmin` if the other
 * caregiver runs the group and still sees the caller's name. `refusal` says why they can't be blocked. 404 for a
 * caregiver whose name the caller can't see.
 */
export const getBlock = endpoint({
  name: 'blocks.get',
  summary: 'Read what a block would do',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/block/:caregiver',
  params: caregiverParams,
  data: z.object({
    playdates: z.int(),
    groups: z.array(z.object({ name: z.string(), isAdmin: z.boolean() })),
    refusal: z.optional(z.string()),
  }),
})
export type BlockPreview = z.infer<typeof getBlock.data>

/** Makes the two strangers to each other; the blocked caregiver isn't notified. Repeats change nothing. 50 a day. */
export const blockCaregiver = endpoint({
  name: 'blocks.create',
  summary: 'Block a caregiver',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/block/:caregiver',
  params: caregiverParams,
  body: z.strictObject({}),
  data: z.object({}),
})

/** Only by the caregiver who blocked; restores nothing. */
export const unblockCaregiver = endpoint({
  name: 'blocks.delete',
  summary: 'End a block',
  scope: 'app',
  guard: 'caregiver',
  method: 'DELETE',
  path: '/block/:caregiver',
  params: caregiverParams,
  data: z.object({}),
})
