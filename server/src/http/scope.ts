import { createHash } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { type AnyEndpoint, fullPath, type Guard, type Scope } from '@tagalong/contract/http/endpoint.ts'
import { type Envelope, refusalTexts } from '@tagalong/contract/http/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Database, isConflict } from '#db/database.ts'
import { isAudited } from './audit.ts'
import type { Actor, Ctx } from './context.ts'
import { sendRefusal } from './errors.ts'
import { claimKey, keepReply } from './idempotency.db.ts'
import { forbidden, Refusal, unauthorised } from './refusal.ts'
import { replyText, type Write } from './reply-text.ts'
import { type Input, isAtLeast, type Route } from './route.ts'

/** How the guards learn who is asking. */
export interface Sessions {
  /** null for a token that is unknown, expired or revoked. */
  find(accessToken: string): Promise<Actor | null>
  /** True while the family of that refresh token is alive. */
  isRefreshable(refreshToken: string): Promise<boolean>
}

/** What all requests share. */
export interface Shared extends Omit<Ctx<unknown>, 'db' | 'actor' | 'client' | 'log'> {
  database: Database
  sessions: Sessions
  /** Whether each answer is read against the contract before it is sent; what it doesn't name never is. */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    /** Every call that is answered here. */
    endpoints: AnyEndpoint[]
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
  }
}

/**
 * Registers the routes of one scope as an encapsulated plugin, behind its base guard.
 * @throws where a route belongs to another scope, has no policy, widens the guard or lets an administrator change
 * something without a trace: the server then doesn't start.
 */
export function registerScope(
  app: FastifyInstance,
  scope: Scope,
  base: Guard,
  routes: readonly Route[],
  shared: Shared,
) {
  for (const each of routes) {
    refuseUnguarded(each, scope, base)
    refuseUnaudited(each)
    app.endpoints.push(each.endpoint)
  }
  app.register(async (plugin) => {
    plugin.addHook('onRequest', (request, reply) => guard(shared.sessions, request, reply))
    for (const each of routes) register(plugin, each, shared)
  })
}

function refuseUnguarded({ endpoint, policy }: Route, scope: Scope, base: Guard): void {
  if (endpoint.scope !== scope)
    throw new Error(`${endpoint.name} belongs to the scope ${endpoint.scope}, not ${scope}`)
  if (!endpoint.guard || !isAtLeast(endpoint.guard, base))
    throw new Error(`${endpoint.name} has no guard of its scope`)
  if (typeof policy !== 'function') throw new Error(`${endpoint.name} has no policy`)
}

function refuseUnaudited(route: Route): void {
  const { name, scope, method } = route.endpoint
  if (scope !== 'admin' || method === 'GET') return
  if (!isAudited(route) || route.transaction === 'own') {
    throw new Error(`${name} leaves nothing in the audit log, in its own transaction`)
  }
}

async function guard(sessions: Sessions, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  request.actor = null
  const endpoint = request.routeOptions.config.endpoint
  if (!endpoint || endpoint.guard === 'none') return
  const actor = await sessions.find(bearerToken(request))
  if (!actor) {
    const refreshToken = header(request, 'x-refresh-token')
    if (refreshToken && (await sessions.isRefreshable(refreshToken))) return askToRefresh(reply)
    return sendRefusal(reply, unauthorised)
  }
  if (endpoint.guard === 'admin' && !actor.isAdmin) return sendRefusal(reply, forbidden)
  if (endpoint.guard === 'caregiver' && !actor.caregiverId) {
    return sendRefusal(reply, new Refusal(409, refusalTexts.profileNeeded))
  }
  request.actor = actor
}

/** No Location: a browser would follow it. */
function askToRefresh(reply: FastifyReply): FastifyReply {
  const body: Envelope = { status: 302, shouldRefresh: true }
  return reply.code(302).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

function bearerToken(request: FastifyRequest): string {
  const [type, token] = (request.headers.authorization ?? '').split(' ')
  return type?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function register(plugin: FastifyInstance, route: Route, shared: Shared): void {
  const { endpoint } = route
  const write = replyText(endpoint, shared.checkReplies)
  const envelope = z.object({
    status: z.int(),
    message: z.optional(z.string()),
    data: endpoint.data,
    ...(endpoint.paged && { nextCursor: z.nullable(z.string()), total: z.optional(z.int()) }),
  })
  plugin.route({
    method: endpoint.method,
    url: fullPath(endpoint),
    config: { endpoint },
    schema: {
      operationId: endpoint.name,
      tags: [endpoint.scope],
      ...(endpoint.params && { params: endpoint.params }),
      // A call without a query takes none.
      querystring: endpoint.query ?? z.strictObject({}),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.guard !== 'none' && { security: [{ session: [] }] }),
      response: { ...refusalsOf(endpoint), [endpoint.status]: envelope },
    },
    preValidation: async (request) => {
      // No body at all counts as an empty one.
      if (endpoint.body) request.body ??= {}
    },
    handler: async (request, reply) => {
      const answer = await run(route, request, reply, shared, write)
      if (answer instanceof Refusal) return sendRefusal(reply, answer)
      reply.code(endpoint.status).type('application/json; charset=utf-8')
      return answer
    },
  })
}

/** For the document: what else a call may answer. */
function refusalsOf({
  guard,
  params,
  body,
  idempotent,
  path,
}: AnyEndpoint): Record<number, typeof refusalShape> {
  const statuses = [400, 429, 503]
  if (guard !== 'none') statuses.push(302, 401)
  if (params || body) statuses.push(404)
  if (guard === 'caregiver' || idempotent) statuses.push(409)
  if (guard === 'admin') statuses.push(403)
  if (path === '/playdate') statuses.push(402)
  return Object.fromEntries(statuses.map((status) => [status, refusalShape]))
}

const refusalShape = z.object({
  status: z.int(),
  error: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  shouldRefresh: z.optional(z.boolean()),
})

/** The reply's text, or a refusal. */
async function run(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  shared: Shared,
  write: Write,
): Promise<string | Refusal> {
  const input = { params: request.params, query: request.query, body: request.body } as Input<AnyEndpoint>
  const { database, ...rest } = shared
  const ctx = {
    ...rest,
    db: database.kysely,
    actor: request.actor,
    log: request.log,
    client: {
      ip: request.ip,
      userAgent: header(request, 'user-agent')?.slice(0, 400) ?? null,
      refreshToken: header(request, 'x-refresh-token'),
      device: request.cookies[deviceCookie] ?? null,
      remember: (device: string) =>
        void reply.setCookie(deviceCookie, device, cookieOptions(shared.env.publicUrl)),
    },
  }
  const unready = await route.prepare?.(ctx as never, input)
  if (unready) return unready
  const text = (answer: unknown) => (answer instanceof Refusal ? answer : write(answer))
  if (route.endpoint.method === 'GET' || route.transaction === 'own') {
    return text(await judgeAndHandle(route, ctx, input))
  }
  // Written before the commit: what can't be told must not have happened.
  const once = () =>
    inTransaction(database, async (db) => text(await withKey(route, request, { ...ctx, db }, input)))
  return retried(once)
}

const deviceCookie = 'device'

/** Only sent along when somebody signs in or up, and never to a script. */
function cookieOptions(publicUrl: string): CookieSerializeOptions {
  return {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: 365 * 86_400,
  }
}

/** Postgres ends one of two transactions that wait for each other; that one is run again. */
async function retried<T>(once: () => Promise<T>, left = 2): Promise<T> {
  try {
    return await once()
  } catch (error) {
    if (left === 0 || !isConflict(error)) throw error
    return retried(once, left - 1)
  }
}

class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('rolled back')
    this.refusal = refusal
  }
}

/** A refusal changes nothing: whatever was written before it is rolled back. */
async function inTransaction<T>(
  database: Database,
  work: (db: Ctx['db']) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await database.kysely.transaction().execute(async (db) => {
      const result = await work(db)
      if (result instanceof Refusal) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}

type AnyCtx = Ctx<Actor | null>

async function judgeAndHandle(route: Route, ctx: AnyCtx, input: Input<AnyEndpoint>): Promise<unknown> {
  const allowed = await route.policy(ctx as never, input)
  if (allowed instanceof Refusal) return allowed
  return route.handle(ctx as never, allowed, input)
}

/** With an Idempotency-Key the first answer is kept in the same transaction, and repeats get it. */
async function withKey(
  route: Route,
  request: FastifyRequest,
  ctx: AnyCtx,
  input: Input<AnyEndpoint>,
): Promise<unknown> {
  const key = header(request, 'idempotency-key')
  if (!key || !route.endpoint.idempotent || !ctx.actor) return judgeAndHandle(route, ctx, input)
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return new Refusal(400, 'The Idempotency-Key is not readable.')
  const claim = { userId: ctx.actor.userId, endpoint: route.endpoint.name, key }
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest()
  const kept = await claimKey(ctx.db, { ...claim, bodyHash })
  if (kept) return kept.bodyHash.equals(bodyHash) ? kept.reply : keyUsed
  const answer = await judgeAndHandle(route, ctx, input)
  if (!(answer instanceof Refusal)) await keepReply(ctx.db, { ...claim, reply: answer })
  return answer
}

const keyUsed = new Refusal(409, 'This was already sent with other contents. Please reload and try again.')
