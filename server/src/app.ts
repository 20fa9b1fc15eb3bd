import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import { echo } from '@tagalong/contract/http/public.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { listen, type Notice } from '#db/listen.ts'
import { loadSecret } from '#db/secrets.ts'
import type { Env } from '#env.ts'
import { auditAdminRoutes } from '#features/audit-log/audit-log.admin-routes.ts'
import { authJobs } from '#features/auth/auth.jobs.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { accountRoutes, authRoutes } from '#features/auth/auth.routes.ts'
import { createSessionStore } from '#features/auth/sessions.service.ts'
import { userSavingRoutes } from '#features/auth/users.admin-routes.ts'
import { useProvider } from '#features/billing/billing.db.ts'
import { billingJobs } from '#features/billing/billing.jobs.ts'
import { billingRoutes, subscriptionRoutes } from '#features/billing/billing.routes.ts'
import { addWebhook, webhookPath } from '#features/billing/webhook.ts'
import { broadcastAdminRoutes } from '#features/broadcasts/broadcasts.admin-routes.ts'
import { broadcastJobs } from '#features/broadcasts/broadcasts.jobs.ts'
import { isOpenClaim } from '#features/caregivers/caregivers.admin.db.ts'
import { caregiverAdminRoutes } from '#features/caregivers/caregivers.admin-routes.ts'
import { caregiverRoutes } from '#features/caregivers/caregivers.routes.ts'
import { chatRoutes } from '#features/chat/chat.routes.ts'
import { childAdminRoutes } from '#features/children/children.admin-routes.ts'
import { childRoutes } from '#features/children/children.routes.ts'
import { findOpenInvite } from '#features/connections/connections.db.ts'
import { connectionRoutes, publicConnectionRoutes } from '#features/connections/connections.routes.ts'
import { crashReportAdminRoutes } from '#features/crash-reports/crash-reports.admin-routes.ts'
import { crashReportRoutes } from '#features/crash-reports/crash-reports.routes.ts'
import { erasureAdminRoutes } from '#features/erasure/erasure.admin-routes.ts'
import { erasureRoutes } from '#features/erasure/erasure.routes.ts'
import { addFileBytes } from '#features/files/file-bytes.ts'
import { fileJobs } from '#features/files/files.jobs.ts'
import { fileRoutes } from '#features/files/files.routes.ts'
import { groupAdminRoutes, membershipAdminRoutes } from '#features/groups/groups.admin-routes.ts'
import { groupRoutes } from '#features/groups/groups.routes.ts'
import { notificationAdminRoutes } from '#features/notifications/notifications.admin-routes.ts'
import { notificationRoutes } from '#features/notifications/notifications.routes.ts'
import { onboardingRoutes } from '#features/onboarding/onboarding.routes.ts'
import { overviewAdminRoutes } from '#features/playdates/overview.admin-routes.ts'
import { playdateRoutes } from '#features/playdates/playdates.routes.ts'
import { pushJobs } from '#features/push/push.jobs.ts'
import { publicPushRoutes, pushRoutes } from '#features/push/push.routes.ts'
import { newVapidKeys, vapidKeysOf } from '#features/push/vapid.ts'
import { userAdminRoutes } from '#features/users/users.admin-routes.ts'
import { addApiDocs } from '#http/api-docs.ts'
import type { Clock } from '#http/context.ts'
import { answerGarbled, handleErrors, sendRefusal } from '#http/errors.ts'
import { createLimits } from '#http/limits.ts'
import { lines, loggerOptions, OneLine } from '#http/logging.ts'
import { addOperations } from '#http/operations.ts'
import { Refusal } from '#http/refusal.ts'
import { route } from '#http/route.ts'
import { registerScope, type Shared } from '#http/scope.ts'
import { addSecurityHeaders } from '#http/security.ts'
import { serveWebApp } from '#http/web-app.ts'
import { addDemoPages } from '#integrations/demo-pages.ts'
import { createMailer } from '#integrations/mailer.ts'
import { fileOriginOf, openFileStore } from '#integrations/open-file-store.ts'
import { openPayments } from '#integrations/open-payments.ts'
import { publicInternet, type Reach, webPush } from '#integrations/push-service.ts'
import { type Queue, startQueue } from '#jobs/queue.ts'
import { sweepJob } from '#jobs/sweep.ts'
import { createHub } from '#realtime/hub.ts'
import { addWebsocket } from '#realtime/websocket.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells all who listen to come again, which leads them to a process that is ready. */
    sendSocketsAway(overMs: number): void
  }
}

const largestBody = 65_536
/** Sockets that are sent away at once would all come back at once. */
const comeAgainMs = 1_000

// Where a schema brings no text of its own, people get ours and not a developer's.
z.config({ customError: () => refusalTexts.badInput })

export interface AppOptions {
  env: Env
  database: Database
  clock?: Clock
  /** How push services are reached. */
  reach?: Reach
  /** Reads each answer against the contract before it is sent: for tests. */
  checkReplies?: boolean
}

/** The whole app on an open, migrated database; `listen` is the caller's. */
export async function buildApp({
  env,
  database,
  clock = { now: Date.now },
  reach = publicInternet,
  checkReplies = false,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { ...loggerOptions(env.logLevel), stream: lines },
    logController: new OneLine(),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
    trustProxy: env.trustProxy?.split(',').map((each) => each.trim()) ?? false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What still comes on a connection that is open is answered as ever, until there are none.
    return503OnClosing: false,
    http: { connectionsCheckingInterval: 5_000 },
    clientErrorHandler: answerGarbled,
    // An address that the router itself can't read.
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply, new Refusal(400, refusalTexts.badInput)),
  })
  handleErrors(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('actor', null)
  app.decorate('endpoints', [])
  readEmptyBodies(app)
  await app.register(cookie)
  await addSecurityHeaders(app, { publicUrl: env.publicUrl, fileOrigin: fileOriginOf(env) })
  await app.register(underPressure, {
    maxEventLoopDelay: 3_000,
    pressureHandler: (_request, reply) =>
      void sendRefusal(reply, new Refusal(503, refusalTexts.away, { retryAfter: 2 })),
  })
  await addApiDocs(app, env.brandName)
  await addOperations(app, database, env.metricsToken)

  const hub = createHub()
  app.decorate('sendSocketsAway', (overMs) => hub.closeAll(1012, overMs))
  const sessions = createSessionStore(database)
  const refreshKey = await loadSecret(database, 'refresh')
  const hearing = {
    onNotice: (notice: Notice) => {
      sessions.onNotice(notice)
      pass(notice)
    },
    // Frames may have been missed: whoever listens comes again and reloads.
    onGap: () => hub.closeAll(1012, comeAgainMs),
  }
  const stopHearing = database.hear((notice) => hearing.onNotice(notice as Notice))
  const listener = await listen(database.url, {
    ...hearing,
    onError: (error) => app.log.warn({ err: error }, 'listening to the database'),
  })
  const redis = env.redisUrl
    ? // Only those who have a Redis wait for its library.
      await (await import('#integrations/redis.ts')).useRedis(env.redisUrl, {
        ...hearing,
        database,
        installation: refreshKey,
        onError: (error) => app.log.warn({ err: error }, 'redis'),
      })
    : undefined
  function pass(notice: Notice): void {
    if (notice.kind === 'frame') hub.send(notice.to, notice.frame)
    if (notice.kind === 'revoked') hub.drop(notice.session)
  }
  const mailer = createMailer(env, app.log)
  const files = await openFileStore(env)
  const { payments, demo } = await openPayments(env, {
    db: database.kysely,
    secret: await loadSecret(database, 'demo-payments'),
    now: clock.now,
  })
  await useProvider(database.kysely, payments.provider)
  const vapid = vapidKeysOf(await loadSecret(database, 'vapid', newVapidKeys), env.mailFrom)
  const push = webPush(vapid, reach)
  const jobs = [
    sweepJob(database),
    ...pushJobs({ database, push, queue: () => queue, log: app.log }),
    ...broadcastJobs({ database, queue: () => queue }),
    ...authJobs({ database, mailer, env }),
    ...fileJobs({ database, files }),
    ...billingJobs({ database, payments, mailer, env, clock, log: app.log, queue: () => queue }),
  ]
  const queue: Queue = await startQueue(database.url, jobs, app.log)
  const limits = createLimits(database.url, redis?.counts)
  app.addHook('onClose', async () => {
    stopHearing()
    await listener.close()
    await redis?.close()
    await limits.close()
    await queue.close()
    mailer.close()
    files.close()
  })

  const shared: Shared = {
    checkReplies,
    database,
    sessions,
    clock,
    env,
    queue,
    ports: {
      findInvite: async (db, hash) =>
        (await findOpenInvite(db, hash)) ??
        ((await isOpenClaim(db, hash)) ? { connectionId: null } : undefined),
    },
    limits,
    files,
    payments,
    push,
    secrets: {
      vapidPublicKey: vapid.publicKey,
      refreshKey,
      linkKey: await loadSecret(database, 'file-link'),
    },
  }

  // THE list: scope, base guard, what answers there.
  registerScope(app, 'public', 'none', [publicEcho, ...publicConnectionRoutes, ...publicPushRoutes], shared)
  registerScope(app, 'auth', 'none', authRoutes, shared)
  registerScope(
    app,
    'app',
    'user',
    [
      ...accountRoutes,
      ...caregiverRoutes,
      ...childRoutes,
      ...connectionRoutes,
      ...groupRoutes,
      ...subscriptionRoutes,
      ...playdateRoutes,
      ...chatRoutes,
      ...notificationRoutes,
      ...pushRoutes,
      ...onboardingRoutes,
      ...erasureRoutes,
      ...crashReportRoutes,
    ],
    shared,
  )
  registerScope(app, 's3', 'user', fileRoutes, shared)
  registerScope(app, 'stripe', 'caregiver', billingRoutes, shared)
  registerScope(
    app,
    'admin',
    'admin',
    [
      ...userAdminRoutes,
      ...userSavingRoutes,
      ...auditAdminRoutes,
      ...caregiverAdminRoutes,
      ...childAdminRoutes,
      ...groupAdminRoutes,
      ...membershipAdminRoutes,
      ...overviewAdminRoutes,
      ...notificationAdminRoutes,
      ...broadcastAdminRoutes,
      ...erasureAdminRoutes,
      ...crashReportAdminRoutes,
    ],
    shared,
  )
  await addFileBytes(app, { database, files, clock, linkKey: shared.secrets.linkKey })
  await addWebhook(app, { database, queue, payments })
  if (demo) await addDemoPages(app, { demo, brand: env.brandName, webhookPath })
  await addWebsocket(app, {
    hub,
    publicUrl: env.publicUrl,
    redeemTicket: sessions.redeemTicket,
    isAlive: sessions.isAlive,
  })
  await serveWebApp(app, env.webDist, env.brandName)
  return app
}

const publicEcho = route(echo, {
  policy: anybody,
  handle: ({ clock }) => ({ time: new Date(clock.now()).toISOString() }),
})

/** An empty body with a JSON content type counts as {}. */
function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, String(body), done)
  })
}
