import * as calls from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { caller, ownProfile, ownProfileId } from './caregivers.policy.ts'
import { presentProfile } from './caregivers.present.ts'
import { findPhoneNumber, refuseNewNumber, saveCaregiverProfile } from './caregivers.service.ts'

export const caregiverRoutes = [
  route(calls.getCaregiverProfile, {
    policy: ownProfile,
    present: presentProfile,
  }),
  route(calls.saveCaregiverProfile, {
    prepare: (ctx, { body }) => refuseNewNumber(ctx, body.phoneNumber),
    policy: ownProfileId,
    handle: (ctx, actor, { body }) => saveCaregiverProfile(ctx, actor, body),
    present: presentProfile,
  }),
  route(calls.findPhoneNumber, {
    policy: caller<Actor>,
    handle: (ctx, actor, { query }) => findPhoneNumber(ctx, actor, query.phone),
  }),
]
