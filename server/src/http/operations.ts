import { createHash, timingSafeEqual } from 'node:crypto'
import { refusalTexts } from '@tagalong/contract/http/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyMetrics from 'fastify-metrics'
import type { Database } from '#db/database.ts'
import { migrationsAreCurrent } from '#db/ready.ts'
import { sendNotFound, sendRefusal } from './errors.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on /ready says no, so that nobody sends new work here; what comes all the same is answered. */
    drain(): void
  }
}

/** /health: the process is up. /ready: the database answers and is current. /metrics: for Prometheus. */
export async function addOperations(
  app: FastifyInstance,
  database: Database,
  metricsToken: string | undefined,
) {
  let draining = false
  app.decorate('drain', () => {
    draining = true
  })
  // Whoever keeps connections open for later asks somewhere else then.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })

  app.get('/health', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').send('{"status":200}'),
  )

  app.get('/ready', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) => {
    const ready = !draining && (await migrationsAreCurrent(database.kysely))
    if (ready) return reply.type('application/json').send('{"status":200}')
    return sendRefusal(reply, new Refusal(503, refusalTexts.away, { retryAfter: 2 }))
  })

  await app.register(fastifyMetrics.default, {
    endpoint: null,
    clearRegisterOnInit: true,
    // Quantiles of one process can't be added up with those of others, and are dear.
    routeMetrics: { enabled: { histogram: true, summary: false } },
  })
  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return sendNotFound(request, reply)
    return reply
      .type(app.metrics.client.register.contentType)
      .send(await app.metrics.client.register.metrics())
  })
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

/** With a token set, whoever has it; without one this very machine, unless a proxy passed the request on. */
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
