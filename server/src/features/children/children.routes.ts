import * as calls from '@tagalong/contract/features/children/children.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { preparePhotos } from '#features/files/files.service.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { childrenOf, childrenToSchedule, ownChild, ownChildToChange } from './children.policy.ts'
import { presentOwnChild, presentVisibleChild } from './children.present.ts'
import { createChild, findAvailabilitySlots, refuseManyChildren, saveChild } from './children.service.ts'

export const childRoutes = [
  route(calls.getChild, {
    policy: ownChild,
    present: presentOwnChild,
  }),
  route(calls.createChild, {
    policy: caller<CaregiverActor>,
    prepare: async (ctx, { body }) =>
      (await refuseManyChildren(ctx)) ?? preparePhotos(ctx, [{ field: 'photo', key: body.photo }]),
    handle: (ctx, actor, { body }) => createChild(ctx, actor, body),
    present: presentOwnChild,
  }),
  route(calls.saveChild, {
    policy: ownChildToChange,
    prepare: (ctx, { body }) => preparePhotos(ctx, [{ field: 'photo', key: body.photo }]),
    handle: (ctx, row, { body }) => saveChild(ctx, row, body),
    present: presentOwnChild,
  }),
  route(calls.listChildrenOfCaregiver, {
    policy: childrenOf,
    present: (found, ctx) =>
      'own' in found
        ? found.own.map((row) => presentOwnChild(row, ctx))
        : found.visible.map(presentVisibleChild),
  }),
  route(calls.findAvailabilitySlots, {
    policy: childrenToSchedule,
    // Writes nothing.
    transaction: 'own',
    handle: (ctx, children, { body }) => findAvailabilitySlots(ctx, children, body),
  }),
]
