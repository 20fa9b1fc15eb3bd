import * as calls from '@tagalong/contract/features/groups/groups.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { presentVisibleChild } from '#features/children/children.present.ts'
import type { CaregiverActor } from '#http/context.ts'
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
import { getGroup, listCombinedChildren, listGroupChildren, listPods, savePod } from './groups.service.ts'
import { refuseCode } from './memberships/guesses.service.ts'
import {
  changeMembership,
  joinGroup,
  listMembers,
  listMemberships,
} from './memberships/memberships.service.ts'

export const groupRoutes = [
  route(calls.getGroup, {
    policy: visibleGroup,
    handle: getGroup,
    present: presentGroup,
  }),
  route(calls.listMemberships, {
    policy: caller<CaregiverActor>,
    handle: listMemberships,
    present: (rows) => rows.map(presentMembership),
  }),
  route(calls.listMembers, {
    policy: groupWithMembers,
    handle: listMembers,
    present: (rows) => rows.map(presentMembership),
  }),
  route(calls.changeMembership, {
    policy: changeableMembership,
    handle: (ctx, membership, { body }) => changeMembership(ctx, membership, body),
    present: presentMembership,
  }),
  route(calls.joinGroup, {
    prepare: (ctx, { body }) => refuseCode(ctx, body),
    policy: groupToJoin,
    handle: (ctx, group, { body }) => joinGroup(ctx, group, body),
    present: presentMembership,
  }),
  route(calls.savePod, {
    policy: groupOfPod,
    handle: (ctx, group, { params, body: { name, description } }) =>
      savePod(ctx, group, params.id, { name, description }),
    present: presentPod,
  }),
  route(calls.listPods, {
    policy: caller<CaregiverActor>,
    handle: listPods,
    present: (rows) => rows.map(presentPodLabel),
  }),
  route(calls.listGroupChildren, {
    policy: groupWithChildren,
    handle: (ctx, group, { query }) => listGroupChildren(ctx, group, query.subgroup),
    present: (rows) => rows.map(presentVisibleChild),
  }),
  route(calls.listCombinedChildren, {
    policy: caller<CaregiverActor>,
    handle: listCombinedChildren,
    present: (rows) => rows.map(presentCombinedChild),
  }),
]
