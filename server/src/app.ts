import type { Guard, Scope } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/database.ts'
import { loadSecret } from '#db/secrets.ts'
import type { Env } from '#env.ts'
import { createSessionStore } from '#features/auth/sessions.service.ts'
import { useProvider } from '#features/billing/billing.db.ts'
import { endCalendarFeed } from '#features/calendar/calendar.service.ts'
import { isOpenClaim } from '#features/caregivers/caregivers.admin.db.ts'
import { findOpenInvite } from '#features/connections/connections.db.ts'
import { deliverInvitations } from '#features/connections/connections.service.ts'
import { setDueAnew } from '#features/notifications/due.db.ts'
import { notifyAdministrators, notifyUsers } from '#features/notifications/notifications.service.ts'
import { announcePapersKind, hasComing, registerConsents } from '#features/papers/papers.service.ts'
import { newVapidKeys, vapidKeysOf } from '#features/push/vapid.ts'
import { blockWhoHas } from '#features/safety/blocks/blocks.service.ts'
import { refuseBarred } from '#features/safety/standing/bars.service.ts'
import type { Clock, Ports } from '#http/context.ts'
import { createLimits } from '#http/limits/limits.ts'
import { registerScope, type Shared } from '#http/scope.ts'
import { createServer } from '#http/server/server.ts'
import { addWebsocket } from '#http/server/websocket.ts'
import { serveWebApp } from '#http/web-app/web-app.ts'
import { createMailer } from '#integrations/mailer.ts'
import { openFileStore } from '#integrations/open-file-store.ts'
import { openPayments } from '#integrations/open-payments.ts'
import { openPhoneProof } from '#integrations/open-phone-proof.ts'
import { publicInternet, type Reach, webPush } from '#integrations/push-service.ts'
import { openSeal } from '#integrations/seal.ts'
import { addJobMetrics } from '#jobs/metrics.ts'
import { startQueue } from '#jobs/queue.ts'
import { sweepJob, sweptRows } from '#jobs/sweep.ts'
import { createHub } from '#realtime/hub.ts'
import { startSignalListener } from '#realtime/listening.ts'
import { dueJob } from './due.ts'
import { features } from './features.ts'

/** The base guard of each scope. A call's own guard may be stricter, never weaker. */
const scopes: readonly (readonly [Scope, Guard])[] = [
  ['public', 'none'],
  ['auth', 'none'],
  ['app', 'user'],
  ['s3', 'user'],
  ['stripe', 'user'],
  ['admin', 'admin'],
]

const ports: Ports = {
  registered: registerConsents,
  findInvite: async (db, hash) =>
    (await findOpenInvite(db, hash)) ?? ((await isOpenClaim(db, hash)) ? { connectionId: null } : undefined),
  deliverInvitations,
  numberProven: async (ctx, proven) => (await refuseBarred(ctx, proven)) ?? blockWhoHas(ctx, proven),
  endCalendarFeed,
  notifyUsers,
  zoneChanged: setDueAnew,
  notifyAdministrators,
}

export interface AppOptions {
  env: Env
  database: Database
  clock?: Clock
  /** How push services are reached. */
  reach?: Reach
  /** Validates each answer against the contract before it is sent; for tests. */
  checkReplies?: boolean
  /** False in tests, which start scheduled jobs themselves: no job runs by its cron. */
  byClock?: boolean
}

/** Builds the whole app on an open, migrated database. The caller calls `listen`. */
export async function buildApp({
  env,
  database,
  clock = { now: Date.now },
  reach = publicInternet,
  checkReplies = false,
  byClock = true,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer(env, database)
  const { log } = app
  const hub = createHub()
  const sessions = createSessionStore(database)
  const refreshKey = await loadSecret(database, 'refresh')
  const { redisUrl } = env
  const listening = await startSignalListener({
    database,
    redisUrl,
    installation: refreshKey,
    hub,
    sessions,
    log,
  })
  const mailer = createMailer(env, log, app.metrics)
  const store = await openFileStore(env)
  const { payments, demo } = await openPayments(env, {
    db: database.kysely,
    secret: await loadSecret(database, 'demo-payments'),
    now: clock.now,
  })
  await useProvider(database.kysely, payments.provider)
  const vapid = vapidKeysOf(await loadSecret(database, 'vapid', newVapidKeys), env.mailFrom)
  const pushService = webPush(vapid, reach)
  const linkKey = await loadSecret(database, 'file-link')
  const phoneKey = await loadSecret(database, 'phone')
  const unsubscribeKey = await loadSecret(database, 'unsubscribe')
  const phoneProof = openPhoneProof(env, log, app.metrics)
  const secrets = { vapidPublicKey: vapid.publicKey, refreshKey, linkKey, phoneKey, unsubscribeKey }
  const parts = { database, env, clock, files: store, payments, push: pushService, secrets }
  const jobs = [sweepJob, dueJob, ...features.flatMap((each) => each.jobs ?? [])]
  const untimed = jobs.map(({ cron: _never, ...job }) => job)
  const queue = await startQueue(database.url, byClock ? jobs : untimed, {
    ...parts,
    db: database.kysely,
    mailer,
    log,
    metrics: app.metrics,
  })
  sweptRows(app.metrics)
  addJobMetrics(app.metrics, database.kysely)
  const limits = createLimits(database.url, listening.redis?.counts)
  app.addHook('onClose', async () => {
    await listening.close()
    await limits.close()
    await queue.close()
    mailer.close()
    store.close()
  })

  // Announce what this release brings now, rather than by the nightly job.
  if (hasComing({ env, clock })) await queue.enqueue(database.kysely, announcePapersKind, {})
  const seal = openSeal(env)
  const shared: Shared = { ...parts, checkReplies, sessions, queue, ports, phoneProof, seal, limits }
  for (const [scope, base] of scopes) {
    const routes = features.flatMap((each) => each.routes?.[scope] ?? [])
    registerScope(app, scope, base, routes, shared)
  }
  for (const each of features) await each.addPlainRoutes?.(app, { ...shared, demo })
  const { redeemTicket, mayListen } = sessions
  await addWebsocket(app, { hub, publicUrl: env.publicUrl, redeemTicket, mayListen })
  await serveWebApp(app, env.webDist, { brand: env.brandName, emergencyNumber: env.emergencyNumber })
  return app
}
