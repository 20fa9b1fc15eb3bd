import {
  changeMembership as changeMembershipCall,
  getGroup,
  joinGroup as joinGroupCall,
  listCombinedChildren as listCombinedChildrenCall,
  listGroupChildren as listGroupChildrenCall,
  listMembers as listMembersCall,
  listMemberships as listMembershipsCall,
  listPods as listPodsCall,
  savePod as savePodCall,
} from '@tagalong/contract/features/groups/groups.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { CaregiverActor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import {
  changeableMembership,
  groupOfPod,
  groupToJoin,
  groupWithChildren,
  groupWithMembers,
  visibleGroup,
} from './groups.policy.ts'
import {
  presentCombinedChild,
  presentGroup,
  presentMembership,
  presentPod,
  presentPodLabel,
} from './groups.present.ts'
import {
  listCombinedChildren,
  listGroupChildren,
  listPods,
  membersForAdmins,
  savePod,
} from './groups.service.ts'
import { refuseCode } from './guesses.service.ts'
import type { MembershipRow } from './memberships.db.ts'
import { changeMembership, joinGroup, listMembers, listMemberships } from './memberships.service.ts'

export const groupRoutes = [
  route(getGroup, {
    policy: visibleGroup,
    handle: async (ctx, group) => presentGroup(group, await membersForAdmins(ctx, group)),
  }),
  route(listMembershipsCall, {
    policy: oneself<CaregiverActor>,
    handle: async (ctx, actor) => (await listMemberships(ctx, actor)).map(presentMembership),
  }),
  route(listMembersCall, {
    policy: groupWithMembers,
    handle: async (ctx, group) => (await listMembers(ctx, group)).map(presentMembership),
  }),
  route(changeMembershipCall, {
    policy: changeableMembership,
    handle: async (ctx, membership, { body }) => answered(await changeMembership(ctx, membership, body)),
  }),
  route(joinGroupCall, {
    async prepare(ctx, input) {
      const group = await groupToJoin(ctx, input)
      return group instanceof Refusal ? group : refuseCode(ctx, group, input.body.code)
    },
    policy: groupToJoin,
    handle: async (ctx, group, { body }) => answered(await joinGroup(ctx, group, body)),
  }),
  route(savePodCall, {
    policy: groupOfPod,
    async handle(ctx, group, { params, body: { name, description } }) {
      const saved = await savePod(ctx, group, { id: params.id, name, description })
      return saved instanceof Refusal ? saved : presentPod(saved, group.id)
    },
  }),
  route(listPodsCall, {
    policy: oneself<CaregiverActor>,
    handle: async (ctx, actor) => (await listPods(ctx, actor)).map(presentPodLabel),
  }),
  route(listGroupChildrenCall, {
    policy: groupWithChildren,
    handle: async (ctx, group, { query }) =>
      (await listGroupChildren(ctx, group, query.subgroup)).map(presentVisibleChild),
  }),
  route(listCombinedChildrenCall, {
    policy: oneself<CaregiverActor>,
    handle: async (ctx, actor) => (await listCombinedChildren(ctx, actor)).map(presentCombinedChild),
  }),
]

function answered(outcome: MembershipRow | Refusal) {
  return outcome instanceof Refusal ? outcome : presentMembership(outcome)
}
