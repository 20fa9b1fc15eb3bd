import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fullPath } from '@tagalong/contract/http/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { inHours } from '#test/full-hours.ts'
import {
  addGroup,
  addMember,
  addParent,
  addPerson,
  addRequest,
  connect,
  fingerprint,
  type Parent,
  type Person,
} from '#test/world.ts'
import { report, sampleOrFull } from './stress.ts'

let t: TestApp
let actors: (Person | Parent | null)[]
let realIds: string[]
const code = 'maple-street-26'

beforeAll(async () => {
  t = await testApp()
  await makeWorld()
})
afterAll(() => t.close())

async function makeWorld() {
  await t.reset()
  const [anna, ben, carl] = [
    await addParent(t.database),
    await addParent(t.database),
    await addParent(t.database),
  ]
  const accepted = await connect(t.database, anna, ben)
  const pending = await connect(t.database, carl, anna, 'pending')
  const request = await addRequest(t.database, ben, anna)
  const group = await addGroup(t.database, { pods: ['Room 12'], code })
  const memberships = [
    await addMember(t.database, group, anna, { isGroupAdmin: true }),
    await addMember(t.database, group, ben, { pod: group.pods[0] }),
  ]
  const noProfile = await addPerson(t.database)
  const admin = await addPerson(t.database, { isAdmin: true })
  actors = [anna, ben, carl, noProfile, admin, null]
  realIds = [
    admin.userId,
    ...[anna, ben, carl].flatMap(({ caregiverId, userId, sessionId, children }) => [
      caregiverId,
      userId,
      sessionId,
      ...children,
    ]),
    accepted,
    pending,
    request.id,
    request.roomId,
    group.id,
    ...group.pods,
    ...memberships,
  ]
}

/** Tables that jobs may write at any time. */
const byJobs = ['mail_token', 'auth_ticket']

/** Returns the bytes that are still held after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

interface JsonSchema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

const hostileTexts = fc.constantFrom(
  '',
  ' ',
  'x'.repeat(70_000),
  '\u0000',
  '\ud800',
  "'; drop table playdate; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '#{7*7}',
  'א‏מ‎',
  '👩‍👩‍👧‍👦',
  '-1',
  '1e999',
  'NaN',
  '__proto__',
  'constructor',
)
const anyText = fc.oneof(
  hostileTexts,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
)
const anyId = fc.oneof(
  { weight: 4, arbitrary: fc.nat().map((n) => realIds[n % realIds.length] ?? '') },
  { weight: 1, arbitrary: fc.uuid() },
)
const anything = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: false }).filter((value) => isJson(value)),
  fc.jsonValue({ maxDepth: 4 }),
)

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** The schemas that others refer to, by their names. */
let named: Record<string, JsonSchema> = {}

/** Generates values of that shape, and now and then one that is not. */
function likely(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: shaped(schema) },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: anyText },
  )
}

function shaped(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref) return shaped(named[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(likely))
  switch (schema.type) {
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, each]) => [name, likely(each)]),
      )
      const whole = fc.record(fields)
      return fc.oneof(
        { weight: 6, arbitrary: whole },
        { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(whole, fc.dictionary(anyText, fc.jsonValue()))
            .map(([a, b]) => ({ ...a, ...b })),
        },
      )
    }
    case 'array':
      return fc.array(likely(schema.items ?? {}), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 130 }), fc.double(), fc.maxSafeInteger())
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      if (schema.format === 'uuid') return anyId
      if (schema.format === 'date-time') {
        return fc.oneof(
          fc.integer({ min: -100, max: 400 }).map((hours) => inHours(hours).toISOString()),
          fc.constantFrom(
            '2027-02-30T00:00:00Z',
            '9999-12-31T23:59:59Z',
            '0000-01-01T00:00:00Z',
            '2027-01-01',
          ),
        )
      }
      return fc.oneof(
        fc.constantFrom('Mia', 'E', '94601', '+15103341999', 'new@example.org', 'Abcdef1!', code),
        anyText,
      )
    default:
      return anything
  }
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  /** Those that all calls share have no name: they are headers. */
  parameters: { name?: string; in: string; schema: JsonSchema }[]
}

describe('random and malformed requests', () => {
  test('get no 5xx from any call, a refusal changes no row, and memory stays bounded', {
    tags: ['API-001', 'API-045'],
    timeout: 1_200_000,
  }, async () => {
    const document = JSON.parse((await t.send('GET', '/api/openapi.json')).text) as {
      paths: Record<string, Record<string, Operation>>
      components: { schemas: Record<string, JsonSchema> }
    }
    named = document.components.schemas
    const runs = sampleOrFull(600, 20_000)
    const statuses = new Map<number, number>()
    const calls = t.app.endpoints.map((endpoint) => {
      const path = fullPath(endpoint).replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      if (!operation) throw new Error(`${endpoint.name} is not in the document`)
      const parameters = operation.parameters.filter(({ name }) => name !== undefined)
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
      return fc.record({
        method: fc.constant(endpoint.method),
        path: fc.constant(path),
        parameters: fc.tuple(
          ...parameters.map((each) => likely(each.schema).map((value) => ({ ...each, value }))),
        ),
        body: body ? fc.option(likely(body), { nil: undefined, freq: 12 }) : fc.constant(undefined),
      })
    })
    const request = fc.record({
      call: fc.oneof(...calls),
      actor: fc.nat({ max: 5 }),
      garble: fc.option(fc.nat({ max: 200 }), { freq: 10 }),
      key: fc.option(fc.string({ minLength: 1, maxLength: 10 }), { freq: 4 }),
    })
    const before = heapInUse()
    await fc.assert(
      fc.asyncProperty(request, async ({ call, actor, garble, key }) => {
        // An actor who was logged out on the way comes back.
        if (actor < 5) await revive(actor)
        const shown = (value: unknown) =>
          encodeURIComponent(typeof value === 'string' ? wellFormed(value) : JSON.stringify(value))
        let url = call.path
        const query: string[] = []
        for (const { name, in: place, value } of call.parameters) {
          if (place === 'path') url = url.replace(`{${name}}`, shown(value) || '-')
          else if (value !== undefined) query.push(`${name}=${shown(value)}`)
        }
        let payload = call.body === undefined ? undefined : JSON.stringify(call.body)
        if (payload && garble !== null) payload = payload.slice(0, garble) + payload.slice(garble + 1)
        const rows = await fingerprint(t.database, byJobs)
        const reply = await t.send(call.method, query.length > 0 ? `${url}?${query.join('&')}` : url, {
          as: actors[actor] ?? null,
          ...(payload !== undefined && { payload }),
          ...(key && { headers: { 'idempotency-key': encodeURIComponent(wellFormed(key)) } }),
        })
        if (reply.status === 200 && url.endsWith('/broadcast-notification')) await broadcastsDone()
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        expect(reply.status, `${call.method} ${url} ${payload?.slice(0, 500)} → ${reply.text}`).toBeLessThan(
          500,
        )
        // A download isn't JSON.
        if (!String(reply.headers['content-type']).startsWith('application/zip'))
          expect(reply.body.status).toBe(reply.status)
        if (reply.status >= 400) expect(reply.body.error).toBeTruthy()
        // A refresh token that is used again later revokes its family on purpose.
        if (reply.status >= 400 && !url.endsWith('/refresh')) {
          expect(
            await fingerprint(t.database, byJobs),
            `${call.method} ${url} ${payload?.slice(0, 500)} → ${reply.text}`,
          ).toBe(rows)
        }
      }),
      { seed: 20_261_120, numRuns: runs, endOnFailure: true },
    )
    const grown = (heapInUse() - before) / 1_048_576
    const spread = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`)
    report(
      'random and malformed requests',
      `${runs} sent: ${spread.join(', ')}; heap ${grown.toFixed(0)} MB more`,
    )
    expect(grown).toBeLessThan(100)
    // Otherwise hardly anything got past the first checks.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(runs / 20)
  })
})

/** Waits until broadcasts are done, so that what one call started doesn't end in the middle of another. */
function broadcastsDone() {
  return vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query('select id from broadcast where done_at is null')
      expect(rows).toEqual([])
    },
    { timeout: 30_000 },
  )
}

/** Revives an actor's session. If an administrator deleted or demoted somebody, makes a new world. */
async function revive(actor: number) {
  const everybody = (actors as Person[]).slice(0, 5).map(({ userId }) => userId)
  const { rows } = await t.database.pool.query(
    'select count(*)::int as users, count(*) filter (where is_admin)::int as admins from app_user where id = any ($1)',
    [everybody],
  )
  if (rows[0].users < everybody.length || rows[0].admins !== 1) await makeWorld()
  const { sessionId } = actors[actor] as Person
  await t.database.pool.query(
    'update session set revoked_at = null where id = $1 and revoked_at is not null',
    [sessionId],
  )
}

/** Replaces lone surrogates, which can't be in a URL. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
