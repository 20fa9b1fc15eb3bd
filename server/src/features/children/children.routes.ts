import {
  createChild as createChildCall,
  findAvailabilitySlots as findAvailabilitySlotsCall,
  getChild,
  listChildrenOfCaregiver,
  saveChild as saveChildCall,
} from '@tagalong/contract/features/children/children.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { childrenOf, childrenToSchedule, ownChild } from './children.policy.ts'
import { presentOwnChild, presentVisibleChild } from './children.present.ts'
import { createChild, findAvailabilitySlots, saveChild } from './children.service.ts'

export const childRoutes = [
  route(getChild, {
    policy: ownChild,
    handle: (_ctx, row) => presentOwnChild(row),
  }),
  route(createChildCall, {
    policy: oneself<CaregiverActor>,
    handle: async (ctx, actor, { body }) => presentOwnChild(await createChild(ctx, actor, body)),
  }),
  route(saveChildCall, {
    policy: ownChild,
    handle: async (ctx, row, { body }) => presentOwnChild(await saveChild(ctx, row, body)),
  }),
  route(listChildrenOfCaregiver, {
    policy: childrenOf,
    handle: (_ctx, found) =>
      'own' in found ? found.own.map(presentOwnChild) : found.visible.map(presentVisibleChild),
  }),
  route(findAvailabilitySlotsCall, {
    policy: childrenToSchedule,
    // Writes nothing.
    transaction: 'own',
    handle: (ctx, children, { body }) => findAvailabilitySlots(ctx, children, body),
  }),
]
