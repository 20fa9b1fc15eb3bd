import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { isPaused, isSignedIn } from '#features/visibility/standing.ts'

const refreshLife = sql<Date>`now() + interval '30 days'`
/** Two tabs may present the same refresh token; within this time both get the same pair. */
const graceInterval = sql`interval '10 seconds'`

const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`

export async function insertSession(
  db: Db,
  session: { id: string; userId: string; userAgent: string | null },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id: session.id,
      user_id: session.userId,
      user_agent: session.userAgent,
      expires_at: refreshLife,
    })
    .execute()
}

interface TokenHashes {
  sessionId: string
  accessHash: Buffer
  refreshHash: Buffer
  accessSeconds: number
  /** False for a refreshed pair: the old refresh token keeps returning it until it is used. */
  isUsed: boolean
}

/** The session lives as long as its newest refresh token. */
export async function insertTokens(db: Db, tokens: TokenHashes): Promise<void> {
  await db
    .insertInto('access_token')
    .values({
      hash: tokens.accessHash,
      session_id: tokens.sessionId,
      expires_at: inSeconds(tokens.accessSeconds),
      used_at: tokens.isUsed ? sql<Date>`now()` : null,
    })
    .execute()
  await db
    .insertInto('refresh_token')
    .values({ hash: tokens.refreshHash, session_id: tokens.sessionId, expires_at: refreshLife })
    .execute()
  await db
    .updateTable('session')
    .set({ expires_at: refreshLife, last_seen_at: sql<Date>`now()` })
    .where('id', '=', tokens.sessionId)
    .execute()
}

const freshFor = sql`interval '15 minutes'`

/** Records that the session's user has just proved who they are. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db.updateTable('session').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Makes all but one of the user's sessions unconfirmed. */
export async function unconfirmSessions(db: Db, userId: string, except: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`'-infinity'` })
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .execute()
}

export async function isFreshSession(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('confirmed_at', '>', sql<Date>`now() - ${freshFor}`)
    .executeTakeFirst()
  return row !== undefined
}

/** Administrators prove who they are every 12 hours. */
const shownFor = sql`interval '12 hours'`

export async function findSecondStep(db: Db, id: string): Promise<{ isOn: boolean; isRecent: boolean }> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'app_user.second_step as isOn',
      sql<boolean>`session.confirmed_at > now() - ${shownFor}`.as('isRecent'),
    ])
    .where('session.id', '=', id)
    .executeTakeFirst()
  return row ?? { isOn: false, isRecent: false }
}

export interface SessionRow {
  session_id: string
  user_id: string
  is_admin: boolean
  is_paused: boolean
  caregiver_id: string | null
  time_zone: string | null
}

interface TokenRow extends SessionRow {
  is_first_use: boolean
}

/** Finds the session and user of a live access token, by primary key. */
export async function findSession(db: Db, accessHash: Buffer): Promise<TokenRow | undefined> {
  const [row] = await findByToken(db, { accessHash })
  return row
}

const findByToken = prepared((db, { accessHash }: { accessHash: Buffer }) =>
  db
    .selectFrom('access_token')
    .innerJoin('session', 'session.id', 'access_token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .select([
      'session.id as session_id',
      'app_user.id as user_id',
      'app_user.is_admin',
      isPaused.as('is_paused'),
      'caregiver.id as caregiver_id',
      'caregiver.time_zone',
      sql<boolean>`access_token.used_at is null`.as('is_first_use'),
    ])
    .where('access_token.hash', '=', accessHash)
    .where('access_token.expires_at', '>', sql<Date>`now()`)
    .where(isSignedIn),
)

/** Marks the pair as having reached the device that asked for it. */
export async function markUsed(db: Db, accessHash: Buffer): Promise<void> {
  await db
    .updateTable('access_token')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', accessHash)
    .where('used_at', 'is', null)
    .execute()
}

/** True if the pair was made but nobody has used it yet, to call or to refresh. */
export async function isUnusedPair(
  db: Db,
  { accessHash, refreshHash }: { accessHash: Buffer; refreshHash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('access_token')
    .innerJoin('refresh_token', 'refresh_token.session_id', 'access_token.session_id')
    .select('access_token.hash')
    .where('access_token.hash', '=', accessHash)
    .where('access_token.used_at', 'is', null)
    .where('refresh_token.hash', '=', refreshHash)
    .where('refresh_token.replaced_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** `replaced`: 'no', 'just now' (within the grace) or 'before' (earlier than that). */
export interface RefreshRow {
  session_id: string
  user_id: string
  replaced: 'no' | 'just now' | 'before'
}

/** Finds an unexpired refresh token of a live session, whether it was replaced or not. */
export function findRefreshToken(db: Db, hash: Buffer): Promise<RefreshRow | undefined> {
  return db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select([
      'refresh_token.session_id',
      'session.user_id',
      sql<RefreshRow['replaced']>`case
        when replaced_at is null then 'no'
        when replaced_at > now() - ${graceInterval} then 'just now'
        else 'before' end`.as('replaced'),
    ])
    .where('refresh_token.hash', '=', hash)
    .where('refresh_token.expires_at', '>', sql<Date>`now()`)
    .where(isSignedIn)
    .executeTakeFirst()
}

/** Locks the token's session, so that nobody ends it or erases its user before the transaction ends. */
export async function lockSessionOf(db: Db, refreshHash: Buffer): Promise<void> {
  await db
    .selectFrom('session')
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_token').select('session_id').where('hash', '=', refreshHash),
    )
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** Takes the token out of use; true for the one call that did. */
export async function replaceRefreshToken(db: Db, hash: Buffer): Promise<boolean> {
  const replaced = await db
    .updateTable('refresh_token')
    .set({ replaced_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('replaced_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** True if it was alive. */
export async function revokeSession(db: Db, id: string): Promise<boolean> {
  const revoked = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export async function insertTicket(db: Db, ticket: { hash: Buffer; sessionId: string }): Promise<void> {
  await db
    .insertInto('websocket_ticket')
    .values({
      hash: ticket.hash,
      session_id: ticket.sessionId,
      expires_at: sql<Date>`now() + interval '30 seconds'`,
    })
    .execute()
}

/** Spends the ticket. Undefined if it has ended, or if its user has been paused meanwhile. */
export async function redeemTicket(db: Db, hash: Buffer): Promise<SessionRow | undefined> {
  const used = await db
    .deleteFrom('websocket_ticket')
    .where('hash', '=', hash)
    .returning(['session_id', sql<boolean>`expires_at > now()`.as('alive')])
    .executeTakeFirst()
  if (!used?.alive) return undefined
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .select([
      'session.id as session_id',
      'app_user.id as user_id',
      'app_user.is_admin',
      isPaused.as('is_paused'),
      'caregiver.id as caregiver_id',
      'caregiver.time_zone',
    ])
    .where('session.id', '=', used.session_id)
    .where(isSignedIn)
    .where(sql<boolean>`not ${isPaused}`)
    .executeTakeFirst()
}

export interface DeviceRow {
  id: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
}

/** Returns the user's live sessions, last seen first. */
export function listLiveSessions(db: Db, userId: string): Promise<DeviceRow[]> {
  return liveSessions(db, userId).orderBy('last_seen_at', 'desc').orderBy('id', 'desc').execute()
}

export function findLiveSession(db: Db, userId: string, id: string): Promise<DeviceRow | undefined> {
  return liveSessions(db, userId).where('id', '=', id).executeTakeFirst()
}

function liveSessions(db: Db, userId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(isSignedIn)
}

/** Revokes all of the user's sessions, or all but one. Returns those that were alive. */
export async function revokeSessionsOf(db: Db, userId: string, except: string | null): Promise<string[]> {
  let alive = db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (except) alive = alive.where('id', '<>', except)
  const revoked = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', 'in', alive.orderBy('id').forNoKeyUpdate())
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

/** True if the session is live. Locks it, so that nobody ends it before the transaction ends. */
export async function isLiveSession(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where(isSignedIn)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** True if the session is live and its user isn't paused. Locks nothing. */
export async function mayListen(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', '=', id)
    .where(isSignedIn)
    .where(sql<boolean>`not ${isPaused}`)
    .executeTakeFirst()
  return row !== undefined
}
