import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Envelope } from '@tagalong/contract/http/envelope.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isFull, isUnavailable, isUnstorable } from '#db/database.ts'
import { Refusal } from '../refusal.ts'

/** Turns whatever was thrown into a reply, in one place. Called before any route is registered. */
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
  // Serialised without a schema, so that two refusals with one text have the same bytes.
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
  // An operator has to make room first.
  if (isFull(error)) return new Refusal(503, refusalTexts.full, { retryAfter: 60 })
  // 503 was thrown if a process of ours that was needed has ended.
  if (isUnavailable(error) || error.statusCode === 503) {
    return new Refusal(503, refusalTexts.unavailable, { retryAfter: 2 })
  }
  switch (error.statusCode) {
    case 413:
      return new Refusal(413, refusalTexts.tooLarge)
    case 415:
      return new Refusal(415, refusalTexts.unsupportedType)
    case 400:
      return new Refusal(400, refusalTexts.badJson)
    case 404:
    case 408:
    case 412:
    case 414:
    case 416:
    case 431:
      return new Refusal(error.statusCode, refusalTexts.badInput)
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

/** More are of no use, and would send a hostile request back in full. */
const maxFields = 20

function badInputOf(issues: Issue[]): Refusal {
  const texts = issues.flatMap((issue) => textsOf(issue, issue.instancePath.slice(1).replaceAll('/', '.')))
  const fields = new Map<string, string>()
  for (const [name, text] of texts) {
    if (name !== '' && fields.size < maxFields && !fields.has(name)) fields.set(name, text)
  }
  const first = texts.find(([name]) => name !== '') ?? texts[0]
  // Collected in a Map, since a field may be called toString.
  return new Refusal(400, first?.[1] ?? refusalTexts.badInput, { fields: Object.fromEntries(fields) })
}

function textsOf({ keyword, message, params }: Issue, path: string): [name: string, text: string][] {
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys)) {
    return params.keys.map((key) => [path ? `${path}.${key}` : String(key), m.refusal_unknown_field()])
  }
  return [[path, message || refusalTexts.badInput()]]
}

/** Answers what is not even a request with an envelope, too. */
export function answerGarbled(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify({ status, error: refusalTexts.badInput() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  ]
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
