import * as calls from '@tagalong/contract/features/auth/passkeys.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { anybody } from '../auth.policy.ts'
import { refuseWithoutMailCode } from '../second-step/mail-codes.service.ts'
import { getPasskeyChallenge } from './assertions.service.ts'
import { ownPasskey } from './passkeys.policy.ts'
import { presentPasskey } from './passkeys.present.ts'
import { addPasskey, loginByPasskey, removePasskey, startPasskey } from './passkeys.service.ts'

export const passkeyRoutes = [
  route(calls.getPasskeyChallenge, {
    policy: anybody,
    // Counts before its transaction.
    transaction: 'own',
    handle: getPasskeyChallenge,
  }),
  route(calls.loginByPasskey, {
    policy: anybody,
    // The challenge is spent whatever the outcome.
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => loginByPasskey(ctx, body.response),
  }),
  route(calls.startPasskey, {
    policy: caller<Actor>,
    handle: startPasskey,
  }),
  route(calls.addPasskey, {
    prepare: (ctx, { body }) => refuseWithoutMailCode(ctx, body.mailCode),
    policy: caller<Actor>,
    // The challenge is spent whatever the outcome.
    transaction: 'own',
    handle: (ctx, actor, { body }) => addPasskey(ctx, actor, body),
    present: presentPasskey,
  }),
  route(calls.removePasskey, {
    policy: ownPasskey,
    // Locks the user first.
    transaction: 'own',
    handle: removePasskey,
    present: presentNothing,
  }),
]
