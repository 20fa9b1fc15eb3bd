import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainParts } from '#http/feature.ts'
import { countedAddress } from '#http/limits/client-address.ts'
import { Refusal } from '#http/refusal.ts'
import { sendRefusal } from '#http/server/errors.ts'
import { languageOfPage } from '#http/server/languages.ts'
import { allowInline } from '#http/server/security.ts'
import { inLanguage } from '#language.ts'
import { chooseMail, findSubscriber, type Subscriber } from './unsubscribe.service.ts'
import { allowedStyles, type UnsubscribeState, unsubscribePage } from './unsubscribe-page.ts'

type TokenRequest = FastifyRequest<{ Params: { '*': string } }>

const hourSeconds = 3_600
const visits = { name: 'unsubscribe', points: 60, seconds: hourSeconds }
const wrongTokens = { name: 'unsubscribe-wrong', points: 60, seconds: hourSeconds }
const largestForm = 4_096

/**
 * Adds the page where a mail's links and mail programs end mails (RFC 8058), without a session. Only a POST changes
 * something: mail scanners open links.
 */
export async function addUnsubscribe(app: FastifyInstance, parts: PlainParts): Promise<void> {
  const { database, env, limits, secrets } = parts
  const ctx = { db: database.kysely, secrets }

  /** Finds the token's user. Null, with the reply sent, if the token is nobody's or too many were tried. */
  async function find(request: TokenRequest, reply: FastifyReply): Promise<Subscriber | null> {
    secretly(reply)
    const subscriber = await findSubscriber(ctx, request.params['*'])
    const refused = subscriber
      ? await limits.use(visits, subscriber.userId)
      : await limits.use(wrongTokens, countedAddress(request.ip))
    if (!refused && subscriber) return subscriber
    if (refused) sendRefusal(reply, refused)
    else show(reply.code(404), languageOfPage(request), 'missing')
    return null
  }

  function show(
    reply: FastifyReply,
    language: Subscriber['language'],
    state: UnsubscribeState,
  ): FastifyReply {
    allowInline(reply, { styles: [allowedStyles], scripts: [] })
    const page = inLanguage(language, () => unsubscribePage(env.brandName, state))
    return reply.type('text/html; charset=utf-8').send(page)
  }

  await app.register(async (plugin) => {
    readForms(plugin)
    plugin.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/unsubscribe/*',
      schema: { hide: true },
      async handler(request, reply) {
        const found = await find(request, reply)
        if (!found) return reply
        return show(reply, found.language, found.mail === 'off' ? 'ended' : 'asks')
      },
    })
    plugin.post<{ Params: { '*': string }; Body: FormData }>(
      '/unsubscribe/*',
      { schema: { hide: true }, bodyLimit: largestForm },
      async (request, reply) => {
        const found = await find(request, reply)
        if (!found) return reply
        const { body } = request
        const isOneClick = body.get('List-Unsubscribe') === 'One-Click'
        if (isOneClick || body.has('stop')) await chooseMail(ctx, found, 'off')
        else if (body.has('undo')) await chooseMail(ctx, found, 'daily')
        else return sendRefusal(reply, new Refusal(400, refusalTexts.badInput))
        if (isOneClick) return reply.code(200).send()
        return show(reply, found.language, body.has('undo') ? 'back' : 'ended')
      },
    )
  })
}

/** The URL alone lets anybody end the user's mails. */
function secretly(reply: FastifyReply): void {
  reply.headers({
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  })
}

/** Reads forms in both content types that the standard allows. */
function readForms(plugin: FastifyInstance): void {
  plugin.removeAllContentTypeParsers()
  plugin.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      try {
        return await new Response(body, { headers }).formData()
      } catch {
        throw Object.assign(new Error('no form'), { statusCode: 400 })
      }
    },
  )
}
