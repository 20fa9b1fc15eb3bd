import { type AnyEndpoint, fullPath, type Guard, type Scope } from '@tagalong/contract/http/endpoint.ts'
import type { Envelope } from '@tagalong/contract/http/envelope.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { answeringOf, type Common, header } from './answering.ts'
import { isAudited } from './audit.ts'
import type { Actor } from './context.ts'
import { forbidden, notFresh, Refusal, refusalsOf, unauthorised } from './refusal.ts'
import { replyText } from './reply-text.ts'
import { isAtLeast, type Route } from './route.ts'
import { sendRefusal } from './server/errors.ts'

/** What the guards look up about sessions. */
export interface Sessions {
  /** null for a token that is unknown, expired or revoked. */
  find(accessToken: string): Promise<Actor | null>
  /** True if the session is fresh: its holder signed in, or was asked again, a short time ago. */
  isFresh(sessionId: string): Promise<boolean>
  /** For an administrator's session: whether the second step is on, and was passed recently. */
  secondStep(sessionId: string): Promise<{ isOn: boolean; isRecent: boolean }>
  /** True while the family of that refresh token is alive. */
  isRefreshable(refreshToken: string): Promise<boolean>
}

/** What all requests share. */
export interface Shared extends Common {
  sessions: Sessions
  /**
   * Whether answers and refusals are checked against the contract before they are sent; fields that it doesn't name
   * never are.
   */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    /** All endpoints that this server answers. */
    endpoints: AnyEndpoint[]
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
  }
}

/**
 * Registers the routes of one scope as an encapsulated plugin, behind its base guard.
 * @throws if a route belongs to another scope, has no policy or use case, widens the guard, or lets an administrator
 * change something without an audit entry: the server then doesn't start.
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
    plugin.addHook('onRequest', (request, reply) => guard(shared, request, reply))
    for (const each of routes) register(plugin, each, shared)
  })
}

function refuseUnguarded({ endpoint, policy, handle }: Route, scope: Scope, base: Guard): void {
  if (endpoint.scope !== scope)
    throw new Error(`${endpoint.name} belongs to the scope ${endpoint.scope}, not ${scope}`)
  if (!endpoint.guard || !isAtLeast(endpoint.guard, base))
    throw new Error(`${endpoint.name} has no guard of its scope`)
  if (typeof policy !== 'function') throw new Error(`${endpoint.name} has no policy`)
  if (!handle && endpoint.method !== 'GET') throw new Error(`${endpoint.name} has no use case`)
}

function refuseUnaudited(route: Route): void {
  const { name, scope, method } = route.endpoint
  if (scope !== 'admin' || method === 'GET') return
  if (!isAudited(route) || route.transaction === 'own') {
    throw new Error(`${name} leaves nothing in the audit log, in its own transaction`)
  }
}

async function guard(
  { sessions, env }: Shared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  request.actor = null
  const endpoint = request.routeOptions.config.endpoint
  if (endpoint?.scope === 'auth' && comesFromElsewhere(request)) return sendRefusal(reply, fromElsewhere)
  if (!endpoint || endpoint.guard === 'none') return
  const actor = await sessions.find(bearerToken(request))
  if (!actor) {
    const refreshToken = header(request, 'x-refresh-token')
    if (refreshToken && (await sessions.isRefreshable(refreshToken))) return askToRefresh(reply)
    return sendRefusal(reply, unauthorised)
  }
  request.actor = actor
  if (actor.isPaused && !endpoint.whilePaused) return sendRefusal(reply, accountPaused)
  if (endpoint.guard === 'admin') {
    if (!actor.isAdmin) return sendRefusal(reply, forbidden)
    const { isOn, isRecent } = await sessions.secondStep(actor.sessionId)
    if (!isOn && env.safety === 'strict') return sendRefusal(reply, secondStepNeeded)
    if (isOn && !isRecent) return sendRefusal(reply, notFresh)
  }
  if (endpoint.guard === 'caregiver' && !actor.caregiverId) {
    return sendRefusal(reply, new Refusal(409, refusalTexts.profileNeeded))
  }
  if (endpoint.fresh && !(await sessions.isFresh(actor.sessionId))) return sendRefusal(reply, notFresh)
}

/**
 * True if the browser says that the request came from another site, or was typed into the address bar. Signing out and
 * refreshing are GETs by protocol.
 */
function comesFromElsewhere(request: FastifyRequest): boolean {
  return (header(request, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin'
}

const fromElsewhere = new Refusal(400, refusalTexts.badInput)
const secondStepNeeded = new Refusal(409, refusalTexts.secondStepNeeded)
const accountPaused = new Refusal(409, refusalTexts.accountPaused)

/** Answers 302 without a Location header, which a browser would follow. */
function askToRefresh(reply: FastifyReply): FastifyReply {
  const body: Envelope = { status: 302, shouldRefresh: true }
  return reply.code(302).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

function bearerToken(request: FastifyRequest): string {
  const [type, token] = (request.headers.authorization ?? '').split(' ')
  return type?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

function register(plugin: FastifyInstance, route: Route, shared: Shared): void {
  const { endpoint } = route
  const isFile = endpoint.type !== 'application/json'
  // A file is sent unchanged.
  const write = isFile ? (answer: unknown) => answer : replyText(endpoint, shared.checkReplies)
  const answering = answeringOf(route, shared, write)
  const refusals = refusalsOf(endpoint)
  plugin.route({
    method: endpoint.method,
    url: fullPath(endpoint),
    config: { endpoint },
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      // Without a query schema, no query is accepted.
      querystring: endpoint.query ?? z.strictObject({}),
      ...(endpoint.body && { body: endpoint.body }),
    },
    ...(shared.checkReplies && {
      onSend: async (_request, { statusCode }) => {
        const isNamed = statusCode === endpoint.status || statusCode >= 500 || refusals.includes(statusCode)
        if (!isNamed) throw new Error(`${endpoint.name} doesn't name that it may answer ${statusCode}`)
      },
    }),
    preValidation: async (request) => {
      // A missing body counts as an empty one.
      if (endpoint.body) request.body ??= {}
    },
    handler: async (request, reply) => {
      const answer = await answering(request, reply)
      if (answer instanceof Refusal) return sendRefusal(reply, answer)
      reply.code(endpoint.status)
      if (isFile) reply.type(endpoint.type).header('Content-Disposition', 'attachment')
      else reply.type('application/json; charset=utf-8')
      return answer
    },
  })
}
