import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { migrationsAreCurrent } from '#db/ready.ts'
import { Refusal } from '../refusal.ts'
import { sendNotFound, sendRefusal } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /ready fail, so that no new requests are sent here; those that arrive all the same are answered. */
    drain(): void
    /** The metrics that /metrics reports. */
    metrics: Registry
  }
}

const sweepMs = 50

/** Adds /health: the process is up; /ready: the database answers and is current; /metrics: for Prometheus. */
export async function addOperations(
  app: FastifyInstance,
  database: Database,
  metricsToken: string | undefined,
) {
  let draining = false
  app.decorate('drain', () => {
    draining = true
  })
  // A connection that becomes idle during the close would be kept open for its next request, and hold up the close.
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    app.server.once('close', () => clearInterval(sweep))
  })
  // Clients that keep connections open then send their next request to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })

  app.get('/health', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').send('{"status":200}'),
  )

  app.get('/ready', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) => {
    const ready = !draining && (await migrationsAreCurrent(database.kysely))
    if (ready) return reply.type('application/json').send('{"status":200}')
    return sendRefusal(reply, new Refusal(503, refusalTexts.unavailable, { retryAfter: 2 }))
  })

  const metrics = measure(app)
  app.decorate('metrics', metrics)
  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return sendNotFound(request, reply)
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Measures the process and how long each call takes; pages of the web app don't count as calls. */
function measure(app: FastifyInstance): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'request duration in seconds',
    labelNames: ['method', 'route', 'status_code'],
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url
    const labels = { method: request.method, route, status_code: reply.statusCode }
    if (route !== undefined && request.method !== 'HEAD') durations.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
  return metrics
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const forwardings = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
]

/** True for callers with the token if one is set; otherwise for this machine, unless a proxy passed the request on. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const sent = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    return timingSafeEqual(digestOf(sent), digestOf(token))
  }
  const isForwarded = forwardings.some((name) => request.headers[name] !== undefined)
  return !isForwarded && loopback.has(request.socket.remoteAddress ?? '')
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
