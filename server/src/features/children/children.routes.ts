import {
  type Child,
  createChild as createChildCall,
  findAvailabilitySlots as findAvailabilitySlotsCall,
  getChild,
  listChildrenOfCaregiver,
  saveChild as saveChildCall,
} from '@tagalong/contract/features/children/children.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import { preparePhotos } from '#features/files/files.service.ts'
import type { CaregiverActor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import type { ChildRow } from './children.db.ts'
import { childrenOf, childrenToSchedule, ownChild, ownChildToChange } from './children.policy.ts'
import { presentOwnChild, presentVisibleChild } from './children.present.ts'
import { createChild, findAvailabilitySlots, refuseManyChildren, saveChild } from './children.service.ts'

export const childRoutes = [
  route(getChild, {
    policy: ownChild,
    handle: (_ctx, row) => presentOwnChild(row),
  }),
  route(createChildCall, {
    policy: oneself<CaregiverActor>,
    prepare: async (ctx, { body }) =>
      (await refuseManyChildren(ctx)) ?? preparePhotos(ctx, [{ field: 'photo', key: body.photo }]),
    handle: async (ctx, actor, { body }) => answered(await createChild(ctx, actor, body)),
  }),
  route(saveChildCall, {
    policy: ownChildToChange,
    prepare: (ctx, { body }) => preparePhotos(ctx, [{ field: 'photo', key: body.photo }]),
    handle: async (ctx, row, { body }) => answered(await saveChild(ctx, row, body)),
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

function answered(row: ChildRow | Refusal): Child | Refusal {
  return row instanceof Refusal ? row : presentOwnChild(row)
}
