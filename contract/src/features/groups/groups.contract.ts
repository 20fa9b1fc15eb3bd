import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { m } from '../../messages.ts'
import { id, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText, text } from '../../values/text.ts'
import { caregiverName } from '../caregivers/caregivers.contract.ts'
import { visibleChild } from '../children/children.contract.ts'

/** A part of a group. */
export const pod = z.object({ _id: id, name: z.string(), description: z.string(), group: id })
export type Pod = z.infer<typeof pod>

/** Any caregiver sees its name, description and pods; code and members are for its admins. */
export const group = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  createdAt: instant,
  subGroups: z.array(z.omit(pod, { group: true })),
  /** What one needs to join. */
  referenceCode: z.optional(z.string()),
  /** The approved ones. */
  members: z.optional(z.array(caregiverName)),
})
export type Group = z.infer<typeof group>

export const groupName = z.object({ _id: id, name: z.string() })

/**
 * A caregiver's place in a group. `endedBy` says who ended a rejected one: who left by themself may join again, who
 * was removed may not. `children` are the caregiver's own, each with its pod if it has one; none unless approved.
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

/** Which pod a child is in; null for none. */
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

/** The caller's own, whatever their status, by the group's name. */
export const listMemberships = endpoint({
  name: 'groups.memberships',
  summary: 'List the own memberships',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/group-membership',
  data: z.array(membership),
})

/** The approved ones, by the caregiver's name. For the group's admins: 403 to plain members, 404 to anybody else. */
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
 * Either the own children's pods (a child that isn't named stays where it is), or an end: one's own membership, or
 * any as an admin of the group. Whom an admin removed can't join by code again, and the group gets another code.
 * 409 where the membership isn't approved any more.
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
 * The right code makes the caller a member at once; for a member it changes nothing. The code is checked before the
 * pods: 400 with one text for every wrong one. Only wrong ones count, 5 an hour per caregiver and group and 1,000 a
 * day per group, then 429. 409 while the membership waits for approval.
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

/** By an admin of the group. `id` 'new' makes a pod, and needs a name; otherwise it is one of that group, and what is left out stays. */
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

/** The children of a group's members, the caller's own among them; with `subgroup` those in that pod. For members. */
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

/** Where the caller knows a child from: each guardian who is a connection, each group shared with one. */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connection'), caregiver: caregiverName }),
  z.object({ kind: z.literal('group'), group: groupName }),
])

export const combinedChild = z.extend(visibleChild, { sources: z.array(source) })
export type CombinedChild = z.infer<typeof combinedChild>

/** The children of connections and of groups' members, each once, without the caller's own. */
export const listCombinedChildren = endpoint({
  name: 'groups.combinedChildren',
  summary: 'List the children of connections and groups',
  scope: 'app',
  guard: 'caregiver',
  method: 'GET',
  path: '/combined-children',
  data: z.array(combinedChild),
})
