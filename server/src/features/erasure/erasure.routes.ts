import { deleteAccount as deleteAccountCall } from '@tagalong/contract/features/auth/auth.contract.ts'
import { deleteChild as deleteChildCall } from '@tagalong/contract/features/children/children.contract.ts'
import { confirmPassword } from '#features/auth/auth.service.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import { ownChildToChange } from '#features/children/children.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { deleteAccount, deleteChild } from './erasure.service.ts'

export const erasureRoutes = [
  route(deleteChildCall, {
    policy: ownChildToChange,
    async handle(ctx, child) {
      await deleteChild(ctx, child)
      return {}
    },
  }),
  route(deleteAccountCall, {
    prepare: (ctx, { body }) => confirmPassword(ctx, body.password),
    locks: 'account',
    policy: oneself<Actor>,
    handle: async (ctx, actor) => (await deleteAccount(ctx, actor)) ?? {},
  }),
]
