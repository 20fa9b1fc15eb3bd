import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText, text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { visibleChild } from '../children/children.contract.ts'

export const pod = z.object({ _id: id, name: z.string(), description: z.string(), group: id })
export type Pod = z.infer<typeof pod>

/** Every caregiver sees the name, description and pods; only group admins see the code and members. */
export const group = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  createdAt: instant,
  subGroups: z.array(z.omit(pod, { group: true })),
  /** Needed to join. */
  referenceCode: z.optional(z.string()),
  /** The approved members. */
  members: z.optional(z.array(caregiverName)),
})
export type Group = z.infer<typeof group>

export const groupName = z.object({ _id: id, name: z.string() })

/**
 * A caregiver's membership. `endedBy` says who ended a rejected one: a member who left may join again, one who was
 * removed may not. `children` are the caregiver's own, each with its pod if it has one; empty unless approved.
 */
export const membership = z.object({
  _id: id,
  caregiver: caregiverName,
  group: groupName,
  status: z.enum(['pending', 'approved', 'rejected']),
  isGroupAdmin: z.boolean(),
  endedBy: z.nullable(z.enum(['self', 'admin'])),
  children: z.array(
    z.object({
      child: z.omit(visibleChild, { caregiver: true, school: true }),
      subGroup: z.nullable(z.object({ _id: id, name: z.string() })),
    }),
  ),
  createdAt: instant,
})
export type Membership = z.infer<typeof membership>

/** A child's pod; null for none. */
const childPod = z.strictObject({ child: id, subGroup: z.nullable(id) })
export const childPods = z.array(childPod).check(
  z.maxLength(100, { error: m.prompt_group_too_many_children }),
  z.refine((pods) => new Set(pods.map(({ child }) => child)).size === pods.length, {
    error: m.prompt_group_one_pod_each,
  }),
)
export type ChildPod = z.infer<typeof childPod>

export const getGroup = endpoint({
  name: 'groups.get',
  summary: 'Read a group',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/group/:id',
  params: idParams,
  data: group,
})

/** The caller's own memberships of any status, by the group's name. */
export const listMemberships = endpoint({
  name: 'groups.memberships',
  summary: 'List the own memberships',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/group-membership',
  data: z.array(membership),
})

/** The approved members, by name. For group admins: 403 to other members, 404 to everyone else. */
export const listMembers = endpoint({
  name: 'groups.members',
  summary: 'List the members of a group',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/group-membership/get-group/:groupId',
  params: z.strictObject({ groupId: id }),
  data: z.array(membership),
  refusals: [403],
})

/**
 * Either moves the caller's children between pods (children that aren't named stay where they are), or ends a
 * membership: the caller's own, or any as a group admin. A member removed by an admin can't join by code again, and the
 * group gets a new code. 409 if the membership isn't approved any more.
 */
export const changeMembership = endpoint({
  name: 'groups.changeMembership',
  summary: 'Change the pods of a membership, or end it',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/group-membership',
  body: z
    .strictObject({
      membership: id,
      children: z.optional(childPods),
      status: z.optional(z.literal('rejected')),
    })
    .check(
      z.refine(({ children, status }) => (children === undefined) !== (status === undefined), {
        path: ['status'],
        error: m.prompt_group_pods_or_status,
      }),
    ),
  data: membership,
  refusals: [403],
})

/**
 * The right code makes the caller a member at once; nothing changes for a member. The code is checked before the pods:
 * 400 with the same text for every wrong code. Only wrong codes count: 5 an hour per caregiver and group, 1,000 a day
 * per group, then 429. 409 while the membership waits for approval.
 */
export const joinGroup = endpoint({
  name: 'groups.join',
  summary: 'Join a group by its code',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/join-group',
  body: z.strictObject({
    groupId: id,
    code: z
      .string({ error: m.prompt_group_code_missing })
      .check(z.trim(), z.minLength(1, { error: m.prompt_group_code_missing })),
    childSubGroups: childPods,
  }),
  data: membership,
  idempotent: true,
})

/**
 * For group admins. `id` 'new' makes a pod, and needs a name; otherwise it is a pod of the group, and fields left out
 * stay as they are.
 */
export const savePod = endpoint({
  name: 'groups.savePod',
  summary: 'Create or change a pod',
  scope: 'app',
  guard: 'caregiver',
  method: 'POST',
  path: '/sub-group/:id',
  params: z.strictObject({ id: z.union([z.literal('new'), id]) }),
  body: z.strictObject({
    group: id,
    name: z.optional(text(100, m.prompt_group_pod_name)),
    description: z.optional(optionalText(500)),
  }),
  data: pod,
  idempotent: true,
  refusals: [403],
})

/** The pods of all groups that the caller is a member of. */
export const listPods = endpoint({
  name: 'groups.pods',
  summary: 'List the pods of the own groups',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/subgroup-list',
  data: z.array(z.object({ _id: id, label: z.string(), groupId: id })),
})

/** For members: the children of the group's members, the caller's own included; with `subgroup`, those in that pod. */
export const listGroupChildren = endpoint({
  name: 'groups.children',
  summary: 'List the children of a group',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/group-children/:groupId',
  params: z.strictObject({ groupId: id }),
  query: z.strictObject({ subgroup: z.optional(id) }),
  data: z.array(visibleChild),
})

/** Where the caller knows a child from: each guardian who is a connection, and each group shared with a guardian. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connection'), caregiver: caregiverName }),
  z.object({ kind: z.literal('group'), group: groupName }),
])

export const combinedChild = z.extend(visibleChild, { sources: z.array(source) })
export type CombinedChild = z.infer<typeof combinedChild>

/** The children of connections and of group members, each once, without the caller's own. */
export const listCombinedChildren = endpoint({
  name: 'groups.combinedChildren',
  summary: 'List the children of connections and groups',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/combined-children',
  data: z.array(combinedChild),
})
