import type { Token } from '@tagalong/contract/features/auth/auth.contract.ts'
import { LRUCache } from 'lru-cache'
import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { notify, type Signal } from '#db/listen.ts'
import { lockUser } from '#features/users/users.db.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { type Refusal, unauthorised } from '#http/refusal.ts'
import type { Sessions } from '#http/scope.ts'
import type { SocketOwner } from '#realtime/hub.ts'
import {
  type DeviceRow,
  findRefreshToken,
  findSecondStep,
  findSession,
  insertSession,
  insertTicket,
  insertTokens,
  isFreshSession,
  isUnusedPair,
  listLiveSessions,
  lockSessionOf,
  markUsed,
  mayListen,
  redeemTicket,
  replaceRefreshToken,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
} from './auth.db.ts'
import { rememberThisDeviceAlone } from './devices.ts'
import { dropMailTokens } from './links/links.db.ts'
import { dropTickets } from './second-step/tickets.db.ts'
import { hashOf, newToken, successorOf } from './tokens.ts'

/** A revocation takes effect everywhere within a second, even if its signal gets lost. */
const cacheMs = 700

export interface SessionStore extends Sessions {
  redeemTicket(ticket: string): Promise<SocketOwner | null>
  /** False once the session has ended, or its user is paused. */
  mayListen(sessionId: string): Promise<boolean>
  /** Drops cached actors that the signal may have made outdated. */
  onSignal(signal: Signal): void
}

/** Finds actors by token, through a cache of less than a second. */
export function createSessionStore({ kysely: db }: Database): SessionStore {
  const cache = new LRUCache<string, Actor>({ max: 10_000, ttl: cacheMs })
  let emptied = 0
  return {
    async find(accessToken) {
      if (accessToken === '') return null
      const known = cache.get(accessToken)
      if (known) return known
      const before = emptied
      const hash = hashOf(accessToken)
      const row = await findSession(db, hash)
      if (!row) return null
      if (row.is_first_use) await markUsed(db, hash)
      const actor = actorOf(row)
      // A row read before the cache was emptied may be outdated. A user without a profile is about to make one, and the
      // next call must know.
      if (actor.caregiverId && before === emptied) cache.set(accessToken, actor)
      return actor
    },
    isFresh: (sessionId) => isFreshSession(db, sessionId),
    secondStep: (sessionId) => findSecondStep(db, sessionId),
    async isRefreshable(refreshToken) {
      return (await findRefreshToken(db, hashOf(refreshToken))) !== undefined
    },
    async redeemTicket(ticket) {
      const row = await redeemTicket(db, hashOf(ticket))
      return row ? actorOf(row) : null
    },
    mayListen: (sessionId) => mayListen(db, sessionId),
    onSignal({ kind }) {
      if (kind === 'frame') return
      emptied += 1
      cache.clear()
    },
  }
}

function actorOf(row: SessionRow): Actor {
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    isAdmin: row.is_admin,
    isPaused: row.is_paused,
    caregiverId: row.caregiver_id,
    timeZone: row.time_zone,
  }
}

/** Signs the user in on a new device. `db` is a transaction. */
export async function openSession(ctx: Ctx<unknown>, db: Db, userId: string): Promise<Token> {
  const sessionId = newId()
  await insertSession(db, { id: sessionId, userId, userAgent: ctx.client.userAgent })
  const pair = { accessToken: newToken(), refreshToken: newToken() }
  return storePair(ctx, db, { sessionId, pair, isUsed: true })
}

type Pair = Pick<Token, 'accessToken' | 'refreshToken'>

async function storePair(
  ctx: Ctx<unknown>,
  db: Db,
  { sessionId, pair, isUsed }: { sessionId: string; pair: Pair; isUsed: boolean },
): Promise<Token> {
  await insertTokens(db, { sessionId, ...hashesOf(pair), isUsed, accessSeconds: ctx.env.accessTokenSeconds })
  return { ...pair, tokenType: 'Bearer' }
}

function hashesOf({ accessToken, refreshToken }: Pair) {
  return { accessHash: hashOf(accessToken), refreshHash: hashOf(refreshToken) }
}

/**
 * Exchanges a refresh token for a new pair. Presented again within 10 s, or while nobody has used the new pair (its
 * answer may be lost), it gives the same pair. After that, reuse means that somebody else has a copy, and the whole
 * family is revoked.
 */
export async function refresh(ctx: Ctx<unknown>, presented: Authorised<string>): Promise<Token | Refusal> {
  const hash = hashOf(presented)
  return ctx.db.transaction().execute(async (db) => {
    // Lock the session before its tokens.
    await lockSessionOf(db, hash)
    const row = await findRefreshToken(db, hash)
    if (!row) return unauthorised
    const pair = successorOf(presented, ctx.secrets.refreshKey)
    if (row.replaced === 'no' && (await replaceRefreshToken(db, hash))) {
      return storePair(ctx, db, { sessionId: row.session_id, pair, isUsed: false })
    }
    if (row.replaced === 'before' && !(await isUnusedPair(db, hashesOf(pair)))) {
      await endSession(db, row.session_id)
      await dropMailTokens(db, row.user_id, ['confirm-email'])
      await ctx.ports.endCalendarFeed({ ...ctx, db }, row.user_id)
      return unauthorised
    }
    return { ...pair, tokenType: 'Bearer' }
  })
}

/** Revokes the family: its tokens and its sockets, on every process. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  if (await revokeSession(db, sessionId)) await notify(db, { kind: 'revoked', session: sessionId })
}

/** Ends all of a user's sessions, or all but one, and sign-ins that wait for their second step. */
export async function endSessionsOf(db: Db, userId: string, except: string | null): Promise<void> {
  for (const session of await revokeSessionsOf(db, userId, except))
    await notify(db, { kind: 'revoked', session })
  await dropTickets(db, userId, 'second-step')
}

/** Ends a session whose device may not be the user's, so any pending change of email is dropped too. */
export async function endOwnSession(
  { db, actor }: Ctx,
  { id }: Authorised<Pick<DeviceRow, 'id'>>,
): Promise<void> {
  await lockUser(db, actor.userId)
  await endSession(db, id)
  await dropMailTokens(db, actor.userId, ['confirm-email'])
}

/**
 * Ends all other sessions, for a user who sees a device that isn't theirs. Also drops what an intruder may have
 * started: resets, a pending change of email, the calendar link.
 */
export async function endOtherSessions(ctx: Ctx, actor: Authorised<Actor>): Promise<void> {
  await lockUser(ctx.db, actor.userId)
  await endSessionsOf(ctx.db, actor.userId, actor.sessionId)
  await rememberThisDeviceAlone(ctx, ctx.db, actor.userId)
  await dropMailTokens(ctx.db, actor.userId, ['reset', 'confirm-email'])
  await ctx.ports.endCalendarFeed(ctx, actor.userId)
}

export function listSessions(ctx: Ctx, actor: Authorised<Actor>): Promise<DeviceRow[]> {
  return listLiveSessions(ctx.db, actor.userId)
}

export async function createWebsocketTicket(ctx: Ctx, actor: Authorised<Actor>): Promise<{ ticket: string }> {
  const ticket = newToken()
  await insertTicket(ctx.db, { hash: hashOf(ticket), sessionId: actor.sessionId })
  return { ticket }
}
