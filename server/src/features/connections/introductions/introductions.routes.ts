import * as calls from '@tagalong/contract/features/connections/introductions.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { CaregiverActor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { refuseManyInvitations } from '../connections.service.ts'
import { acceptableIntroduction, introducible, ownIntroduction } from './introductions.policy.ts'
import { presentIntroduction } from './introductions.present.ts'
import {
  acceptIntroduction,
  createIntroduction,
  listIntroductions,
  rejectIntroduction,
} from './introductions.service.ts'

export const introductionRoutes = [
  // One call counts as one of the day's invitations, for each of the two guardians.
  route(calls.createIntroduction, {
    prepare: refuseManyInvitations,
    policy: introducible,
    handle: createIntroduction,
    present: presentNothing,
  }),
  route(calls.listIntroductions, {
    policy: caller<CaregiverActor>,
    handle: listIntroductions,
    present: (rows) => rows.map(presentIntroduction),
  }),
  route(calls.acceptIntroduction, {
    prepare: refuseManyInvitations,
    policy: acceptableIntroduction,
    handle: (ctx, introduction, { body }) => acceptIntroduction(ctx, introduction, body.friends),
    present: presentNothing,
  }),
  route(calls.rejectIntroduction, {
    policy: ownIntroduction,
    handle: rejectIntroduction,
    present: presentNothing,
  }),
]
