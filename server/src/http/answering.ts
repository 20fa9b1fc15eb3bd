import { createHash } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { cookieName } from '@tagalong/contract/http/cookie-name.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { m } from '@tagalong/contract/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, isConflict } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import {
  lockAdministrators,
  lockCaregiverForShare,
  lockCaregiverForUpdate,
  lockUserForShare,
  lockUserForUpdate,
} from '#db/locks.ts'
import type { Actor, Ctx } from './context.ts'
import { type Claim, claimKey, findReply, keepReply } from './idempotency.db.ts'
import { countedAddress } from './limits/client-address.ts'
import { Refusal, unauthorised } from './refusal.ts'
import type { FirstLocks, Input, Route } from './route.ts'

/** The part of the context that all calls share. */
export interface Common extends Omit<Ctx<unknown>, 'db' | 'actor' | 'client' | 'log'> {
  database: Database
}

type AnyCtx = Ctx<Actor | null>

/** Number of users that one browser remembers. */
const maxDevices = 5

/**
 * Returns the function that answers a route's requests after the guard: with the answer as `write` writes it, or a
 * refusal.
 */
export function answeringOf<Written>(
  route: Route,
  common: Common,
  write: (answer: unknown) => Written,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Written | Refusal> {
  const { database, ...rest } = common
  const written = (answer: unknown) => (answer instanceof Refusal ? answer : write(answer))
  return async (request, reply) => {
    const isSecure = rest.env.publicUrl.startsWith('https:')
    const deviceCookie = cookieName('device', isSecure)
    const input = { params: request.params, query: request.query, body: request.body } as Input<AnyEndpoint>
    const ctx = {
      ...rest,
      db: database.kysely,
      actor: request.actor,
      log: request.log,
      client: {
        ip: countedAddress(request.ip),
        userAgent: header(request, 'user-agent')?.slice(0, 400) ?? null,
        refreshToken: header(request, 'x-refresh-token'),
        devices: (request.cookies[deviceCookie] ?? '').split('.').filter(Boolean).slice(0, maxDevices),
        remember: (devices: readonly string[]) => {
          const kept = devices.slice(0, maxDevices).join('.')
          reply.setCookie(deviceCookie, kept, cookieOptions(isSecure))
        },
      },
    }
    const unready = await route.prepare?.(ctx as never, input)
    if (!unready && (route.endpoint.method === 'GET' || route.transaction === 'own')) {
      return written(await checkAndHandle(route, ctx, input))
    }
    const claim = claimOf(route, request, ctx, input)
    if (claim instanceof Refusal) return claim
    // A repeat of a call that succeeded gets its answer, even if `prepare` now refuses because of a limit.
    if (unready) {
      const reply = claim && (await findReply(database.kysely, claim))
      return reply ? write(reply) : unready
    }
    // The answer is written before the commit: what can't be answered must not have happened.
    return retried(() =>
      inTransaction(database, async (db) => {
        const gone = ctx.actor && (await lockCaller(db, ctx.actor, route.locks))
        return gone ?? written(await withKey(route, { ...ctx, db }, input, claim))
      }),
    )
  }
}

/** Returns a header of the request; null if it is missing or empty. */
export function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Options of the device cookie, which scripts never see. With the prefix `__Host-`, its path has to be `/`. */
function cookieOptions(secure: boolean): CookieSerializeOptions {
  return {
    path: secure ? '/' : '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: 365 * 86_400,
  }
}

/** Runs a transaction again if Postgres ended it in favour of another. */
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

/** Runs work in a transaction. A refusal rolls back whatever was written before it. */
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

/**
 * Locks the caller, as the first statement of every call that changes something: if they were erased since the guard
 * let them in, they must find nothing to write to. Null if the caller exists, and will until the transaction ends.
 */
async function lockCaller(db: Db, actor: Actor, locks: FirstLocks | undefined): Promise<Refusal | null> {
  if (locks) await lockAdministrators(db)
  const { caregiverId, userId } = actor
  if (!caregiverId) {
    if (locks === 'account') await lockUserForUpdate(db, userId)
    return (await lockUserForShare(db, userId)) ? null : unauthorised
  }
  const lock = locks === 'account' ? lockCaregiverForUpdate : lockCaregiverForShare
  if (await lock(db, caregiverId)) return null
  // An administrator may have deleted only the profile.
  return (await lockUserForShare(db, userId)) ? profileNeeded : unauthorised
}

const profileNeeded = new Refusal(409, refusalTexts.profileNeeded)

async function checkAndHandle(route: Route, ctx: AnyCtx, input: Input<AnyEndpoint>): Promise<unknown> {
  const authorised = await route.policy(ctx as never, input)
  if (authorised instanceof Refusal) return authorised
  const result = route.handle ? await route.handle(ctx as never, authorised, input) : authorised
  if (result instanceof Refusal || !route.present) return result
  return route.present(result, ctx as never, input)
}

/** Returns what a call with an Idempotency-Key claims; null without one. */
function claimOf(
  { endpoint }: Route,
  request: FastifyRequest,
  { actor }: AnyCtx,
  input: Input<AnyEndpoint>,
): Claim | null | Refusal {
  const key = header(request, 'idempotency-key')
  if (!key || !endpoint.idempotent || !actor) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return new Refusal(400, 'The Idempotency-Key is not readable.')
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest()
  return { userId: actor.userId, endpoint: endpoint.name, key, bodyHash }
}

/** Handles a call. With a claim, the first answer is kept in the same transaction, and repeats get it. */
async function withKey(
  route: Route,
  ctx: AnyCtx,
  input: Input<AnyEndpoint>,
  claim: Claim | null,
): Promise<unknown> {
  if (!claim) return checkAndHandle(route, ctx, input)
  const kept = await claimKey(ctx.db, claim)
  if (kept) return kept.bodyHash.equals(claim.bodyHash) ? kept.reply : keyUsed
  const answer = await checkAndHandle(route, ctx, input)
  if (!(answer instanceof Refusal)) await keepReply(ctx.db, claim, answer)
  return answer
}

const keyUsed = new Refusal(409, m.refusal_key_used)
