import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PlainParts } from '#http/feature.ts'
import { countedAddress } from '#http/limits/client-address.ts'
import { Refusal } from '#http/refusal.ts'
import { sendRefusal } from '#http/server/errors.ts'
import { readCalendar } from './calendar.service.ts'

/** 32 random bytes in base64url. */
const address = /^([\w-]{43})\.ics$/
const hourSeconds = 3_600
const reads = { name: 'calendar-read', points: 60, seconds: hourSeconds }
const emptyReads = { name: 'calendar-empty', points: 60, seconds: hourSeconds }

/**
 * Serves calendar apps, without a session. Every address of the right form is answered: one that ended, or never
 * existed, as a calendar without entries. So apps forget what they copied, and nobody learns which addresses are
 * living. For that, a dead address and one without entries take as long and count alike.
 */
export async function addCalendarFeed(app: FastifyInstance, parts: PlainParts): Promise<void> {
  const { database, clock, env, limits } = parts
  const ctx = { db: database.kysely, clock, env }
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/calendar/*',
    schema: { hide: true },
    async handler(request, reply) {
      const token = address.exec(request.params['*'])?.[1]
      if (!token) return reply.code(404).send()
      const refused = await limits.use(reads, token)
      if (refused) return sendRefusal(reply, refused)
      const { text, isEmpty } = await readCalendar(ctx, token)
      const tooMany = isEmpty && (await limits.use(emptyReads, countedAddress(request.ip)))
      if (tooMany instanceof Refusal) return sendRefusal(reply, tooMany)
      return sendCalendar(reply, text, request.headers['if-none-match'])
    },
  })
}

function sendCalendar(reply: FastifyReply, body: string, known: string | undefined): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.headers({
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  })
  if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send()
  return reply
    .headers({ 'Content-Disposition': 'inline; filename="playdates.ics"' })
    .type('text/calendar; charset=utf-8')
    .send(body)
}
