import * as calls from '@tagalong/contract/features/children/away.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { childrenToBeAway } from './away.policy.ts'
import { presentDaysAway } from './away.present.ts'
import { createDaysAway, deleteDaysAway, listDaysAway } from './away.service.ts'

export const awayRoutes = [
  route(calls.listDaysAway, {
    policy: caller<CaregiverActor>,
    handle: listDaysAway,
    present: (rows, ctx) => rows.map((row) => presentDaysAway(row, ctx)),
  }),
  route(calls.createDaysAway, {
    policy: childrenToBeAway,
    handle: (ctx, children, { body }) => createDaysAway(ctx, children, body),
    present: presentDaysAway,
  }),
  route(calls.deleteDaysAway, {
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { params }) => deleteDaysAway(ctx, actor, params),
    present: presentNothing,
  }),
]
