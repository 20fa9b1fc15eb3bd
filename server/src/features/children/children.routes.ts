import {
  findAvailabilitySlots as findAvailabilitySlotsCall,
  listChildrenOfCaregiver,
} from '@tagalong/contract/features/children/children.contract.ts'
import { route } from '#http/route.ts'
import { childrenOf, childrenToSchedule } from './children.policy.ts'
import { presentOwnChild, presentVisibleChild } from './children.present.ts'
import { findAvailabilitySlots } from './children.service.ts'

export const childRoutes = [
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
