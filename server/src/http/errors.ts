import { type Envelope, refusalTexts } from '@tagalong/contract/http/envelope.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isAway, isUnstorable } from '#db/database.ts'
import { Refusal } from './refusal.ts'

/** The one place where something thrown becomes a reply. Registered before any route. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
  const body: Envelope = { status: refusal.status, error: refusal.error }
  if (refusal.fields) body.fields = refusal.fields
  // Ends with the bytes as they are: no schema, so that two refusals with one text are the same.
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, new Refusal(404, refusalTexts.notFound))
}

function refusalOf(error: FastifyError): Refusal {
  if (hasZodFastifySchemaValidationErrors(error)) return badInputOf(error.validation)
  if (isUnstorable(error)) return new Refusal(400, refusalTexts.badInput)
  if (isAway(error)) return new Refusal(503, refusalTexts.away, { retryAfter: 2 })
  switch (error.statusCode) {
    case 413:
      return new Refusal(413, refusalTexts.tooLarge)
    case 415:
      return new Refusal(415, refusalTexts.unsupportedType)
    case 400:
      return new Refusal(400, refusalTexts.badJson)
    default:
      return new Refusal(500, refusalTexts.unexpected)
  }
}

interface Issue {
  keyword: string
  instancePath: string
  message?: string
  params: Record<string, unknown>
}

function badInputOf(issues: Issue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.')
    for (const [name, text] of textsOf(issue, path)) fields[name] ??= text
  }
  const [first] = Object.values(fields)
  return new Refusal(400, first ?? refusalTexts.badInput, { fields })
}

function textsOf({ keyword, message, params }: Issue, path: string): [name: string, text: string][] {
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys)) {
    return params.keys.map((key) => [path ? `${path}.${key}` : String(key), 'This field is not known here'])
  }
  return [[path, message || refusalTexts.badInput]]
}
