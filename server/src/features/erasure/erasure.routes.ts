import * as accountCalls from '@tagalong/contract/features/auth/auth.contract.ts'
import * as childCalls from '@tagalong/contract/features/children/children.contract.ts'
import { confirmPassword } from '#features/auth/passwords.service.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import { ownChildToChange } from '#features/children/children.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { deleteAccount, deleteChild } from './erasure.service.ts'

export const erasureRoutes = [
  route(childCalls.deleteChild, {
    policy: ownChildToChange,
    handle: deleteChild,
    present: presentNothing,
  }),
  route(accountCalls.deleteAccount, {
    prepare: (ctx, { body }) => confirmPassword(ctx, body.password),
    locks: 'account',
    policy: caller<Actor>,
    handle: deleteAccount,
    present: presentNothing,
  }),
]
