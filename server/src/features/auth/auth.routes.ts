import {
  changeEmail as changeEmailCall,
  confirmEmail as confirmEmailCall,
  endOtherSessions as endOtherSessionsCall,
  endSession as endSessionCall,
  listSessions as listSessionsCall,
  login as loginCall,
  logout as logoutCall,
  refresh as refreshCall,
  register as registerCall,
  requestToken as requestTokenCall,
  resetPassword as resetPasswordCall,
  whoami as whoamiCall,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import { anybody, holderOfRefreshToken, ownSession } from './auth.policy.ts'
import { presentSession, presentSessionUser } from './auth.present.ts'
import { confirmPassword, login, logout, register, whoami } from './auth.service.ts'
import { changeEmail, confirmEmail, requestToken, resetPassword } from './links.service.ts'
import { endOtherSessions, endSession, listSessions, refresh } from './sessions.service.ts'

export const authRoutes = [
  route(loginCall, {
    policy: anybody,
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => login(ctx, body),
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
  route(requestTokenCall, {
    policy: anybody,
    // Counts a lot, and writes one job.
    transaction: 'own',
    async handle(ctx, _anybody, { body }) {
      await requestToken(ctx, body.email)
      return {}
    },
  }),
  route(resetPasswordCall, {
    policy: anybody,
    transaction: 'own',
    handle: async (ctx, _anybody, { body }) => (await resetPassword(ctx, body)) ?? {},
  }),
  route(confirmEmailCall, {
    policy: anybody,
    handle: (ctx, _anybody, { body }) => confirmEmail(ctx, body),
  }),
  route(listSessionsCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor) {
      return (await listSessions(ctx, actor)).map((row) => presentSession(row, actor.sessionId))
    },
  }),
  route(endSessionCall, {
    policy: ownSession,
    async handle(ctx, row) {
      await endSession(ctx.db, row.id)
      return {}
    },
  }),
  route(endOtherSessionsCall, {
    policy: oneself<Actor>,
    async handle(ctx, actor) {
      await endOtherSessions(ctx, actor)
      return {}
    },
  }),
]

/** Of the signed-in user, in the scope of the app. */
export const accountRoutes = [
  route(changeEmailCall, {
    prepare: (ctx, { body }) => confirmPassword(ctx, body.password),
    policy: oneself<Actor>,
    // Counts first.
    transaction: 'own',
    async handle(ctx, actor, { body }) {
      return (await changeEmail(ctx, actor, body.email)) ?? { pendingEmail: body.email }
    },
  }),
]
