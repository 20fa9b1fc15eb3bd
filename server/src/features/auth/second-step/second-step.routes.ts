import * as calls from '@tagalong/contract/features/auth/security.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { anybody } from '../auth.policy.ts'
import { refuseWithoutMailCode, sendMailCode } from './mail-codes.service.ts'
import { confirmIdentity, refuseWrongIdentity, takeSecondStep } from './second-step.service.ts'
import { presentSecurity } from './security.present.ts'
import {
  confirmTotp,
  getSecurity,
  makeRecoveryCodes,
  removeTotp,
  startTotp,
  turnSecondStepOff,
  turnSecondStepOn,
} from './ways.service.ts'

export const secondStepRoutes = [
  route(calls.takeSecondStep, {
    policy: anybody,
    // The try counts whatever the outcome.
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => takeSecondStep(ctx, body),
  }),
  route(calls.getSecurity, {
    policy: caller<Actor>,
    handle: getSecurity,
    present: presentSecurity,
  }),
  route(calls.confirmIdentity, {
    prepare: (ctx, { body }) => refuseWrongIdentity(ctx, body),
    policy: caller<Actor>,
    handle: confirmIdentity,
    present: presentNothing,
  }),
  route(calls.sendMailCode, {
    policy: caller<Actor>,
    // Counts before its transaction.
    transaction: 'own',
    handle: sendMailCode,
    present: presentNothing,
  }),
  route(calls.startTotp, {
    prepare: (ctx, { body }) => refuseWithoutMailCode(ctx, body.mailCode),
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => startTotp(ctx, actor, body),
  }),
  route(calls.confirmTotp, {
    policy: caller<Actor>,
    // Hashes before its transaction.
    transaction: 'own',
    handle: (ctx, actor, { body }) => confirmTotp(ctx, actor, body.code),
  }),
  route(calls.removeTotp, {
    policy: caller<Actor>,
    handle: removeTotp,
    present: presentNothing,
  }),
  route(calls.makeRecoveryCodes, {
    policy: caller<Actor>,
    // Hashes before its transaction.
    transaction: 'own',
    handle: makeRecoveryCodes,
  }),
  route(calls.turnSecondStepOn, {
    policy: caller<Actor>,
    // Hashes before its transaction.
    transaction: 'own',
    handle: turnSecondStepOn,
  }),
  route(calls.turnSecondStepOff, {
    policy: caller<Actor>,
    handle: turnSecondStepOff,
    present: presentNothing,
  }),
]
