import * as calls from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import * as membershipCalls from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists/lists.ts'
import { presentNothing, route } from '#http/route.ts'
import { anyGroup, anyMembership, groupToSave, membershipToSave, podToSave } from './groups.admin.policy.ts'
import {
  deleteGroup,
  listAllPods,
  listGroups,
  listGroupValues,
  listPodValues,
  saveGroup,
  savePodAsAdmin,
} from './groups.admin.service.ts'
import {
  presentListedGroup,
  presentListedMembership,
  presentMembership,
  presentPod,
  presentWholeGroup,
} from './groups.present.ts'
import {
  deleteMembership,
  listAllMemberships,
  listMembershipValues,
  saveMembership,
} from './memberships/memberships.admin.service.ts'

export const groupAdminRoutes = [
  route(calls.listGroups, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listGroups(ctx, admin, query),
    present: presentPage(presentListedGroup),
  }),
  route(calls.listGroupValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listGroupValues(ctx, admin, query),
    present: presentValues,
  }),
  route(calls.getGroupAsAdmin, { policy: anyGroup, present: presentWholeGroup }),
  audited(calls.saveGroup, {
    policy: groupToSave,
    handle: (ctx, group, { body }) => saveGroup(ctx, group, body),
    present: presentWholeGroup,
  }),
  audited(calls.deleteGroup, { policy: anyGroup, handle: deleteGroup, present: presentNothing }),
  route(calls.listAllPods, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listAllPods(ctx, admin, query),
    present: presentPage(presentPod),
  }),
  route(calls.listPodValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listPodValues(ctx, admin, query),
    present: presentValues,
  }),
  audited(calls.savePodAsAdmin, {
    policy: podToSave,
    handle: (ctx, authorised, { body }) => savePodAsAdmin(ctx, authorised, body),
    present: presentPod,
  }),
]

export const membershipAdminRoutes = [
  route(membershipCalls.listAllMemberships, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listAllMemberships(ctx, admin, query),
    present: presentPage(presentListedMembership),
  }),
  route(membershipCalls.listMembershipValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listMembershipValues(ctx, admin, query),
    present: presentValues,
  }),
  route(membershipCalls.getMembership, { policy: anyMembership, present: presentMembership }),
  audited(membershipCalls.saveMembership, {
    policy: membershipToSave,
    handle: (ctx, authorised, { body }) => saveMembership(ctx, authorised, body),
    present: presentMembership,
  }),
  audited(membershipCalls.deleteMembership, {
    policy: anyMembership,
    handle: (ctx, membership, { query }) => deleteMembership(ctx, membership, query.was),
    present: presentNothing,
  }),
]
