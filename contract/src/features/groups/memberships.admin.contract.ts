import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { id, idOrNew, idParams } from '../../values/id.ts'
import { childPods, membership } from './groups.contract.ts'

const listedMembership = z.omit(membership, { children: true })
export type ListedMembership = z.infer<typeof listedMembership>

const { status } = membership.shape

/** `group` and `caregiver` are names. */
export const membershipColumns = ['group', 'caregiver', 'status', 'isGroupAdmin', 'createdAt'] as const
export type MembershipColumn = (typeof membershipColumns)[number]

export const listAllMemberships = endpoint({
  name: 'groups.allMemberships',
  summary: 'List memberships',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group-membership',
  query: listQuery(membershipColumns),
  data: z.array(listedMembership),
  paged: true,
})

export const listMembershipValues = endpoint({
  name: 'groups.membershipValues',
  summary: 'List the values of a column of memberships',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group-membership/values',
  query: valuesQuery(membershipColumns),
  data: columnValues,
  paged: true,
})

export const getMembership = endpoint({
  name: 'groups.membership',
  summary: 'Read a membership',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group-membership/:id',
  params: idParams,
  data: membership,
})

/**
 * 'new' makes a membership, pending by default. Any status may follow any other. A rejected membership counts as ended
 * by an admin: its caregiver can't come back by code, and the group gets a new code if they were a member or had left
 * by themselves. Only members are group admins and have children in pods: for any other status both are dropped. Fields
 * left out stay as they are, and so do children that are not named. 400 if the caregiver or group doesn't exist or
 * isn't the membership's, 409 if the two have a membership already.
 */
export const saveMembership = endpoint({
  name: 'groups.saveMembership',
  summary: 'Create or change a membership',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/group-membership/:id',
  params: z.strictObject({ id: idOrNew }),
  body: z.strictObject({
    caregiver: id,
    group: id,
    status: z.optional(status),
    isGroupAdmin: z.optional(z.boolean()),
    children: z.optional(childPods),
    /** The status as the caller saw it; refused if it has changed since. */
    was: z.optional(status),
  }),
  data: membership,
  idempotent: true,
})

/** As if it had never existed: its caregiver may join by code. `was` is the status as the caller saw it. */
export const deleteMembership = endpoint({
  name: 'groups.deleteMembership',
  summary: 'Delete a membership',
  scope: 'admin',
  guard: 'admin',
  method: 'DELETE',
  path: '/group-membership/:id',
  params: idParams,
  query: z.strictObject({ was: z.optional(status) }),
  data: z.object({}),
})
