import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The page brings its styles and pictures inline; scripts come from here alone. */
const docsPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** /api/openapi.json and its page /api/docs, printed from the very schemas that validate. Before any route. */
export async function addApiDocs(app: FastifyInstance, brand: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand} API`, version: '1' },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route)
      const endpoint = route.route.config?.endpoint
      return { url, schema: endpoint ? { ...schema, headers: headersOf(endpoint) } : schema }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsPolicy,
    // Its own validator would send the document elsewhere.
    uiConfig: { validatorUrl: null },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(app.swagger())),
  )
}

/** Read by the guards and the idempotency, not by the schemas that validate. */
function headersOf({ guard, idempotent, name }: AnyEndpoint) {
  const text = (description: string) => ({ type: 'string', description })
  const properties = {
    ...((guard !== 'none' || name === 'auth.refresh') && {
      'X-Refresh-Token': text(
        'The refresh token, so that an old access token is answered with 302 shouldRefresh.',
      ),
    }),
    ...(idempotent && { 'Idempotency-Key': text('A repeat within 24 h gets the first answer.') }),
  }
  return { type: 'object', properties }
}
