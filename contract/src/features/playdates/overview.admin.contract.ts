import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { id, idParams } from '../../values/id.ts'
import { subscription } from '../billing/billing.contract.ts'
import { caregiverName, caregiverProfile } from '../caregivers/caregivers.contract.ts'
import { knownChild } from '../children/children.admin.contract.ts'
import { connectionStatuses } from '../connections/connections.contract.ts'
import { membership } from '../groups/groups.contract.ts'

/** All that administrators see of a caregiver. */
export const caregiverOverview = z.object({
  /** `email` is null if the profile has no user. */
  caregiver: z.extend(caregiverProfile, { email: z.nullable(z.string()) }),
  children: z.array(knownChild),
  memberships: z.array(membership),
  /** `invitee` is null while the number is nobody's; `inviteeName` is what the inviter typed. */
  connections: z.array(
    z.object({
      _id: id,
      inviter: caregiverName,
      invitee: z.nullable(caregiverName),
      inviteeName: z.string(),
      inviteStatus: z.enum(connectionStatuses),
    }),
  ),
  /** Numbers of playdates, events included. Accepted ones are upcoming or past. */
  playdates: z.object({
    pending: z.int(),
    upcoming: z.int(),
    past: z.int(),
    rejected: z.int(),
    cancelled: z.int(),
  }),
  subscription,
})
export type CaregiverOverview = z.infer<typeof caregiverOverview>

export const getCaregiverOverview = endpoint({
  name: 'caregivers.overview',
  summary: 'Read everything about a caregiver',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/caregiver-profile/:id/overview',
  params: idParams,
  data: caregiverOverview,
})
