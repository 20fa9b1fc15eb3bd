import {
  findPhoneNumber as findPhoneNumberCall,
  getCaregiverProfile,
  saveCaregiverProfile as saveCaregiverProfileCall,
} from '@tagalong/contract/features/caregivers/caregivers.contract.ts'
import type { Actor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import { oneself, ownProfile, ownProfileId } from './caregivers.policy.ts'
import { presentProfile } from './caregivers.present.ts'
import { findPhoneNumber, refuseNewNumber, saveCaregiverProfile } from './caregivers.service.ts'

export const caregiverRoutes = [
  route(getCaregiverProfile, {
    policy: ownProfile,
    handle: (_ctx, row) => presentProfile(row),
  }),
  route(saveCaregiverProfileCall, {
    prepare: (ctx, { body }) => refuseNewNumber(ctx, body.phoneNumber),
    policy: ownProfileId,
    async handle(ctx, actor, { body }) {
      const saved = await saveCaregiverProfile(ctx, actor, body)
      return saved instanceof Refusal ? saved : presentProfile(saved)
    },
  }),
  route(findPhoneNumberCall, {
    policy: oneself<Actor>,
    handle: (ctx, actor, { query }) => findPhoneNumber(ctx, actor, query.phone),
  }),
]
