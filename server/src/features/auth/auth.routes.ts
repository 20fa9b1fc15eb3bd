import * as calls from '@tagalong/contract/features/auth/auth.contract.ts'
import * as links from '@tagalong/contract/features/auth/links.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { anybody, holderOfRefreshToken, ownSession } from './auth.policy.ts'
import { presentSession, presentSessionUser } from './auth.present.ts'
import { login, logout, register, setLanguage, whoami } from './auth.service.ts'
import { changeEmail, confirmEmail, reportNotMe, requestToken, resetPassword } from './links/links.service.ts'
import { changePassword, confirmPassword } from './passwords.service.ts'
import { endOtherSessions, endOwnSession, listSessions, refresh } from './sessions.service.ts'

export const authRoutes = [
  route(calls.login, {
    policy: anybody,
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => login(ctx, body),
  }),
  route(calls.register, {
    policy: anybody,
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => register(ctx, body),
    present: (token) => ({ token, redirectUrl: '/onboarding', confirmationRedirect: null }),
  }),
  route(calls.logout, {
    policy: caller<Actor>,
    handle: logout,
    present: presentNothing,
  }),
  route(calls.whoami, {
    policy: caller<Actor>,
    handle: whoami,
    present: ({ user, profile }, { env }) => ({
      isLoggedIn: true as const,
      user: presentSessionUser(user, profile, env),
    }),
  }),
  route(calls.refresh, {
    policy: holderOfRefreshToken,
    handle: refresh,
    present: (token) => ({ token }),
  }),
  route(links.requestToken, {
    policy: anybody,
    // Mostly counts, and writes a single job.
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => requestToken(ctx, body.email),
    present: presentNothing,
  }),
  route(links.resetPassword, {
    policy: anybody,
    transaction: 'own',
    handle: (ctx, _anybody, { body }) => resetPassword(ctx, body),
    present: presentNothing,
  }),
  route(links.confirmEmail, {
    policy: anybody,
    handle: (ctx, _anybody, { body }) => confirmEmail(ctx, body),
  }),
  route(links.reportNotMe, {
    policy: anybody,
    handle: (ctx, _anybody, { body }) => reportNotMe(ctx, body),
  }),
  route(calls.changePassword, {
    prepare: (ctx, { body }) => confirmPassword(ctx, body.password),
    policy: caller<Actor>,
    // Hashes before its transaction.
    transaction: 'own',
    handle: (ctx, actor, { body }) => changePassword(ctx, actor, body.newPassword),
    present: presentNothing,
  }),
  route(calls.listSessions, {
    policy: caller<Actor>,
    handle: listSessions,
    present: (rows, { actor }) => rows.map((row) => presentSession(row, actor.sessionId)),
  }),
  route(calls.endSession, {
    policy: ownSession,
    handle: endOwnSession,
    present: presentNothing,
  }),
  route(calls.endOtherSessions, {
    policy: caller<Actor>,
    handle: endOtherSessions,
    present: presentNothing,
  }),
]

/** Routes of the signed-in user, in the app's scope. */
export const accountRoutes = [
  route(links.changeEmail, {
    policy: caller<Actor>,
    // Counts before its transaction.
    transaction: 'own',
    handle: (ctx, actor, { body }) => changeEmail(ctx, actor, body.email),
    present: (_nothing, _ctx, { body }) => ({ pendingEmail: body.email }),
  }),
  route(calls.setLanguage, {
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => setLanguage(ctx, actor, body.language),
  }),
]
