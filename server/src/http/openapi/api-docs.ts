import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiOf } from './openapi.ts'

/** The page has inline styles and pictures; scripts come only from here. */
const docsPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** Adds /api/openapi.json and its page /api/docs. */
export async function addApiDocs(
  app: FastifyInstance,
  env: { brandName: string; publicUrl: string },
): Promise<void> {
  // Made when it is first requested, from the contract alone: routes have no tags, so their own schemas are hidden.
  await app.register(swagger, {
    openapi: {},
    hideUntagged: true,
    transformObject: () => openApiOf(app.endpoints, env),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsPolicy,
    // Swagger's own validator would send the document elsewhere.
    uiConfig: { validatorUrl: null },
  })
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(app.swagger())),
  )
}
