import {
  login as loginCall,
  logout as logoutCall,
  refresh as refreshCall,
  register as registerCall,
  whoami as whoamiCall,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import { anybody, holderOfRefreshToken } from './auth.policy.ts'
import { presentSessionUser } from './auth.present.ts'
import { login, logout, register, whoami } from './auth.service.ts'
import { refresh } from './sessions.service.ts'

export const authRoutes = [
  route(loginCall, {
    policy: anybody,
    transaction: 'own',
    async handle(ctx, _anybody, { body }) {
      const outcome = await login(ctx, body)
      if (outcome instanceof Refusal) return outcome
      return { token: outcome.token, redirectUrl: outcome.hasProfile ? null : '/onboarding' }
    },
  }),
  route(registerCall, {
    policy: anybody,
    transaction: 'own',
    async handle(ctx, _anybody, { body }) {
      const token = await register(ctx, body)
      if (token instanceof Refusal) return token
      return { token, redirectUrl: '/onboarding', confirmationRedirect: null }
    },
  }),
  route(logoutCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor) {
      await logout(ctx, actor)
      return {}
    },
  }),
  route(whoamiCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor) {
      const found = await whoami(ctx, actor)
      if (found instanceof Refusal) return found
      return { isLoggedIn: true as const, user: presentSessionUser(found.user, found.profile) }
    },
  }),
  route(refreshCall, {
    policy: holderOfRefreshToken,
    async handle(ctx, presented) {
      const token = await refresh(ctx, presented)
      return token instanceof Refusal ? token : { token }
    },
  }),
]
