import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'

/** A blocked caregiver, by the name at that time; empty once they have left. `_id` is what `blocks.delete` takes. */
const blocked = z.object({ _id: id, name: z.string(), lastName: z.string(), createdAt: instant })

/** What the caller muted; `_id` is what `mutes.delete` takes. For a chat: its playdate and who else is in it. */
const muted = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('caregiver'), _id: id, caregiver: caregiverName, createdAt: instant }),
  z.object({
    kind: z.literal('room'),
    _id: id,
    playdate: id,
    type: z.enum(['single', 'group']),
    time: z.nullable(instant),
    caregivers: z.array(caregiverName),
    createdAt: instant,
  }),
])

export const reportReasons = ['danger', 'hurtful', 'impostor', 'content', 'spam', 'other'] as const

/** A report of the caller's: who or what it is about, in words, and its outcome. */
const ownReport = z.object({
  _id: id,
  about: z.string(),
  reason: z.enum(reportReasons),
  createdAt: instant,
  state: z.enum(['sent', 'acted', 'nothing']),
})

/** All that the caller blocked, muted and reported, newest first, and the operator's promise, if any. */
export const getSafety = endpoint({
  name: 'safety.get',
  summary: 'List what the caller blocked, muted and reported',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/safety',
  data: z.object({
    promise: z.nullable(z.string()),
    blocked: z.array(blocked),
    muted: z.array(muted),
    reports: z.array(ownReport),
  }),
})
export type Safety = z.infer<typeof getSafety.data>
