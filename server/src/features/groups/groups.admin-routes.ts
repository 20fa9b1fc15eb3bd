import {
  deleteGroup as deleteGroupCall,
  getGroupAsAdmin,
  listAllPods as listAllPodsCall,
  listGroups as listGroupsCall,
  listGroupValues as listGroupValuesCall,
  listPodValues as listPodValuesCall,
  saveGroup as saveGroupCall,
  savePodAsAdmin as savePodAsAdminCall,
} from '@tagalong/contract/features/groups/groups.admin.contract.ts'
import {
  deleteMembership as deleteMembershipCall,
  getMembership,
  listAllMemberships as listAllMembershipsCall,
  listMembershipValues as listMembershipValuesCall,
  saveMembership as saveMembershipCall,
} from '@tagalong/contract/features/groups/memberships.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists.ts'
import { route } from '#http/route.ts'
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
  presentListedPod,
  presentMembership,
  presentWholeGroup,
} from './groups.present.ts'
import {
  deleteMembership,
  listAllMemberships,
  listMembershipValues,
  saveMembership,
} from './memberships.admin.service.ts'

export const groupAdminRoutes = [
  route(listGroupsCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listGroups(ctx, admin, query), presentListedGroup),
  }),
  route(listGroupValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listGroupValues(ctx, admin, query)),
  }),
  route(getGroupAsAdmin, { policy: anyGroup, handle: (_ctx, group) => presentWholeGroup(group) }),
  route(
    saveGroupCall,
    audited(saveGroupCall, {
      policy: groupToSave,
      act: (ctx, group, { body }) => saveGroup(ctx, group, body),
      present: presentWholeGroup,
    }),
  ),
  route(
    deleteGroupCall,
    audited(deleteGroupCall, { policy: anyGroup, act: deleteGroup, present: () => ({}) }),
  ),
  route(listAllPodsCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listAllPods(ctx, admin, query), presentListedPod),
  }),
  route(listPodValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listPodValues(ctx, admin, query)),
  }),
  route(
    savePodAsAdminCall,
    audited(savePodAsAdminCall, {
      policy: podToSave,
      act: (ctx, judged, { body }) => savePodAsAdmin(ctx, judged, body),
      present: presentListedPod,
    }),
  ),
]

export const membershipAdminRoutes = [
  route(listAllMembershipsCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listAllMemberships(ctx, admin, query), presentListedMembership),
  }),
  route(listMembershipValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listMembershipValues(ctx, admin, query)),
  }),
  route(getMembership, { policy: anyMembership, handle: (_ctx, row) => presentMembership(row) }),
  route(
    saveMembershipCall,
    audited(saveMembershipCall, {
      policy: membershipToSave,
      act: (ctx, judged, { body }) => saveMembership(ctx, judged, body),
      present: presentMembership,
    }),
  ),
  route(
    deleteMembershipCall,
    audited(deleteMembershipCall, { policy: anyMembership, act: deleteMembership, present: () => ({}) }),
  ),
]
