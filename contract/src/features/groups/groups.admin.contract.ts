import * as z from 'zod/mini'
import { endpoint } from '../../http/endpoint.ts'
import { columnValues, listQuery, valuesQuery } from '../../http/lists.ts'
import { id, idOrNew, idParams } from '../../values/id.ts'
import { instant } from '../../values/instant.ts'
import { optionalText, text } from '../../values/text.ts'
import { codeProblem, groupAdminTexts } from './groups.admin.rules.ts'
import { pod } from './groups.contract.ts'

const listedGroup = z.object({ _id: id, name: z.string(), description: z.string(), createdAt: instant })
export type ListedGroup = z.infer<typeof listedGroup>

/** A group as administrators see it, with its code and pods. `members` is the number of approved members. */
export const wholeGroup = z.extend(listedGroup, {
  referenceCode: z.string(),
  subGroups: z.array(z.omit(pod, { group: true })),
  members: z.int(),
})
export type WholeGroup = z.infer<typeof wholeGroup>

export const groupColumns = ['name', 'createdAt'] as const
export type GroupColumn = (typeof groupColumns)[number]

export const listGroups = endpoint({
  name: 'groups.list',
  summary: 'List groups',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group',
  query: listQuery(groupColumns),
  data: z.array(listedGroup),
  paged: true,
})

export const listGroupValues = endpoint({
  name: 'groups.values',
  summary: 'List the values of a column of groups',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group/values',
  query: valuesQuery(groupColumns),
  data: columnValues,
  paged: true,
})

export const getGroupAsAdmin = endpoint({
  name: 'groups.getAny',
  summary: 'Read a group with its code',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/group/:id',
  params: idParams,
  data: wholeGroup,
})

const strongCode = z.string().check(
  z.trim(),
  z.refine((code) => code === '' || codeProblem(code) === null, {
    error: ({ input }) => codeProblem(String(input)) ?? undefined,
  }),
)

/** 'new' makes a group, and needs a name. Fields left out stay as they are; a new group without a code is given one. */
export const saveGroup = endpoint({
  name: 'groups.save',
  summary: 'Create or change a group',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/group/:id',
  params: z.strictObject({ id: idOrNew }),
  body: z.strictObject({
    name: z.optional(text(100, groupAdminTexts.noName)),
    description: z.optional(optionalText(500)),
    referenceCode: z.optional(strongCode),
  }),
  data: wholeGroup,
  idempotent: true,
})

/** Deletes the group with its pods. 409 if it has members or pending memberships. */
export const deleteGroup = endpoint({
  name: 'groups.delete',
  summary: 'Delete a group',
  scope: 'admin',
  guard: 'admin',
  method: 'DELETE',
  path: '/group/:id',
  params: idParams,
  data: z.object({}),
})

export const podColumns = ['name', 'group', 'createdAt'] as const
export type PodColumn = (typeof podColumns)[number]

/** All pods, or those of one group; sorted by name by default. */
export const listAllPods = endpoint({
  name: 'groups.allPods',
  summary: 'List pods',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/sub-group',
  query: z.extend(listQuery(podColumns), { group: z.optional(id) }),
  data: z.array(pod),
  paged: true,
})

/** Values of all pods, or of those of one group. */
export const listPodValues = endpoint({
  name: 'groups.podValues',
  summary: 'List the values of a column of pods',
  scope: 'admin',
  guard: 'admin',
  method: 'GET',
  path: '/sub-group/values',
  query: z.extend(valuesQuery(podColumns), { group: z.optional(id) }),
  data: columnValues,
  paged: true,
})

/**
 * `_id` 'new' makes a pod, and needs a name. Fields left out stay as they are. 400 if the group doesn't exist or isn't
 * the pod's.
 */
export const savePodAsAdmin = endpoint({
  name: 'groups.saveAnyPod',
  summary: 'Create or change any pod',
  scope: 'admin',
  guard: 'admin',
  method: 'POST',
  path: '/sub-group',
  body: z.pipe(
    z.strictObject({
      _id: idOrNew,
      group: id,
      name: z.optional(text(100, groupAdminTexts.noPodName)),
      description: z.optional(optionalText(500)),
    }),
    z.transform(({ _id, ...fields }) => ({ ...fields, id: _id })),
  ),
  data: pod,
  idempotent: true,
})
