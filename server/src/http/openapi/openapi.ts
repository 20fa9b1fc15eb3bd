import { type AnyEndpoint, fullPath, type Scope } from '@tagalong/contract/http/endpoint.ts'
import { maxTotal } from '@tagalong/contract/http/lists.ts'
import { namedSchemas } from '@tagalong/contract/named-schemas.ts'
import * as z from 'zod/mini'
import { refusalsOf } from '../refusal.ts'

type Json = Record<string, unknown>

/** Returns the JSON Schema of what an endpoint takes or returns; undefined if it has none. */
type SchemaOf = (schema: AnyEndpoint['body']) => Json | undefined

/** Describes the API in OpenAPI 3.1, from the very schemas that validate. */
export function openApiOf(
  endpoints: readonly AnyEndpoint[],
  { brandName, publicUrl }: { brandName: string; publicUrl: string },
): Json {
  const { named, schemaOf } = schemasOf(endpoints)
  return {
    openapi: '3.1.0',
    info: { title: `${brandName} API`, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags: Object.entries(scopes).map(([name, description]) => ({ name, description })),
    paths: pathsOf(endpoints, schemaOf),
    components: {
      schemas: { ...named, Error: errorSchema },
      responses: Object.fromEntries(Object.values(refusals).map((each) => [each.name, responseOf(each)])),
      parameters: headers,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
      },
    },
  }
}

const scopes: Record<Scope, string> = {
  public: 'For anybody',
  auth: 'Sessions and accounts',
  app: 'Families, playdates and groups',
  s3: 'Photos',
  stripe: 'The paid membership',
  admin: 'For administrators',
}

function pathsOf(endpoints: readonly AnyEndpoint[], schemaOf: SchemaOf): Json {
  const paths: Record<string, Json> = {}
  for (const each of endpoints) {
    const path = fullPath(each).replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationOf(each, schemaOf) }
  }
  return paths
}

function operationOf(endpoint: AnyEndpoint, schemaOf: SchemaOf): Json {
  const { name, summary, scope, guard, status, params, query, body } = endpoint
  const bodySchema = schemaOf(body)
  return {
    operationId: name,
    summary,
    tags: [scope],
    // Roles are what guards ask for beyond a session.
    security: guard === 'none' ? [] : [{ session: guard === 'user' ? [] : [guard] }],
    parameters: [
      ...parametersOf('path', schemaOf(params)),
      ...parametersOf('query', schemaOf(query)),
      ...headersOf(endpoint),
    ],
    ...(bodySchema && {
      // A missing body counts as an empty one.
      requestBody: {
        required: 'required' in bodySchema || '$ref' in bodySchema,
        content: jsonOf(bodySchema),
      },
    }),
    responses: {
      ...Object.fromEntries(refusalsOf(endpoint).map((each) => [each, refTo('responses', nameOf(each))])),
      [status]: { description: 'The answer.', content: contentOf(endpoint, schemaOf) },
    },
  }
}

/** A file has no schema. */
function contentOf(endpoint: AnyEndpoint, schemaOf: SchemaOf): Json {
  return endpoint.type === 'application/json'
    ? jsonOf(envelopeOf(endpoint, schemaOf))
    : { [endpoint.type]: {} }
}

function envelopeOf({ status, message, data, paged }: AnyEndpoint, schemaOf: SchemaOf): Json {
  const properties = {
    status: { const: status },
    ...(message && { message: { const: message } }),
    data: schemaOf(data),
    ...(paged && { nextCursor: { type: ['string', 'null'] } }),
  }
  return {
    type: 'object',
    properties: { ...properties, ...(paged && { total: { type: 'integer', maximum: maxTotal } }) },
    required: Object.keys(properties),
  }
}

function parametersOf(place: 'path' | 'query', schema: Json | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: each,
  }))
}

/** Lists the headers that the guards and the idempotency read; no schema has them. */
function headersOf({ guard, idempotent, name }: AnyEndpoint): Json[] {
  return [
    ...(guard !== 'none' || name === 'auth.refresh' ? [refTo('parameters', 'RefreshToken')] : []),
    ...(idempotent ? [refTo('parameters', 'IdempotencyKey')] : []),
  ]
}

const headers = {
  RefreshToken: {
    name: 'X-Refresh-Token',
    in: 'header',
    description: 'The refresh token, so that an old access token is answered with 302 shouldRefresh.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A repeat within 24 h gets the first answer.',
    schema: { type: 'string' },
  },
}

interface RefusalDescription {
  name: string
  description: string
  retryAfter?: true
}

const refusals: Record<number, RefusalDescription> = {
  302: { name: 'RefreshNeeded', description: 'The access token is over: refresh it, then try again.' },
  400: { name: 'BadInput', description: 'Bad input; `fields` holds a text per field.' },
  401: { name: 'Unauthorised', description: 'No valid session.' },
  402: { name: 'PremiumNeeded', description: 'Needs a paid membership.' },
  403: { name: 'Forbidden', description: 'The caller may see it, but not do it.' },
  404: { name: 'NotFound', description: 'Missing, or invisible to the caller.' },
  409: {
    name: 'Conflict',
    description: 'Somebody was first, the state forbids it, or the profile is not set up yet.',
  },
  413: { name: 'TooLarge', description: 'More than 64 KB.' },
  415: { name: 'UnsupportedType', description: 'Not JSON.' },
  429: { name: 'TooMany', description: 'Too often.', retryAfter: true },
  503: { name: 'Unavailable', description: 'Unavailable for a moment.', retryAfter: true },
}

function nameOf(status: number): string {
  const refusal = refusals[status]
  if (!refusal) throw new Error(`the OpenAPI document has no words for ${status}`)
  return refusal.name
}

function responseOf({ description, retryAfter }: RefusalDescription): Json {
  return {
    description,
    ...(retryAfter && {
      headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
    }),
    content: jsonOf(refTo('schemas', 'Error')),
  }
}

const errorSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    error: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    shouldRefresh: { type: 'boolean' },
  },
  required: ['status'],
}

/**
 * Converts all schemas at once, so that they refer to the named ones among them. `io`: answers are encoded, so what is
 * sent is the input of their schemas, too.
 */
function schemasOf(endpoints: readonly AnyEndpoint[]): { named: Json; schemaOf: SchemaOf } {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id })
  for (const { name, params, query, body, data } of endpoints) {
    for (const [part, schema] of Object.entries({ params, query, body, data })) {
      if (schema && !registry.has(schema)) registry.add(schema, { id: `${name}.${part}` })
    }
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri: uriOf })
  const bare = (id: string) => {
    const { $schema: _, $id: __, id: ___, ...schema } = schemas[id] as Json
    return schema
  }
  return {
    named: Object.fromEntries(Object.keys(namedSchemas).map((id) => [id, bare(id)])),
    schemaOf(schema) {
      const id = schema && registry.get(schema)?.id
      if (id === undefined) return undefined
      return id in namedSchemas ? refTo('schemas', id) : bare(id)
    },
  }
}

function uriOf(id: string): string {
  return `#/components/schemas/${id}`
}

function refTo(kind: 'schemas' | 'responses' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

function jsonOf(schema: Json): Json {
  return { 'application/json': { schema } }
}
