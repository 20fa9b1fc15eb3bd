import * as calls from '@tagalong/contract/features/caregivers/phone-proof.contract.ts'
import type { CaregiverActor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { caller } from '../caregivers.policy.ts'
import { checkPhoneProof, refuseWrongCode, startPhoneProof } from './phone-proof.service.ts'

export const phoneProofRoutes = [
  route(calls.startPhoneProof, {
    policy: caller<CaregiverActor>,
    // Sends the code between transactions, with none open.
    transaction: 'own',
    handle: startPhoneProof,
  }),
  route(calls.checkPhoneProof, {
    prepare: (ctx, { body }) => refuseWrongCode(ctx, body.code),
    policy: caller<CaregiverActor>,
    handle: (ctx, actor, { body }) => checkPhoneProof(ctx, actor, body.code),
  }),
]
