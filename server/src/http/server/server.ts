import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { Env } from '#env.ts'
import { fileOriginOf } from '#integrations/open-file-store.ts'
import { addApiDocs } from '../openapi/api-docs.ts'
import { Refusal } from '../refusal.ts'
import { answerGarbled, handleErrors, sendRefusal } from './errors.ts'
import { answerInLanguage } from './languages.ts'
import { lines, loggerOptions, OneLine } from './logging.ts'
import { addOperations } from './operations.ts'
import { addSecurityHeaders } from './security.ts'

const largestBody = 65_536

// For schemas without a text of their own: Zod's texts are for developers.
z.config({ customError: refusalTexts.badInput })

/** Creates the server with everything that doesn't depend on its endpoints. */
export async function createServer(env: Env, database: Database): Promise<FastifyInstance> {
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
    // During the close, requests on open connections are answered as usual, until there are none.
    return503OnClosing: false,
    http: { connectionsCheckingInterval: 5_000 },
    clientErrorHandler: answerGarbled,
    // A URL that the router itself can't read.
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
  await answerInLanguage(app)
  await addSecurityHeaders(app, { publicUrl: env.publicUrl, fileOrigin: fileOriginOf(env) })
  await addApiDocs(app, env)
  await addOperations(app, database, env.metricsToken)
  return app
}

/** Makes an empty body with a JSON content type count as {}. */
function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, String(body), done)
  })
}
