import type { Language } from '@tagalong/contract/values/language.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { wakingMessages } from '#features/notices/waking-messages.ts'
import { isPaused, isSignedIn } from '#features/visibility/standing.ts'

interface NewSubscription {
  id: string
  endpoint: string
  userId: string
  sessionId: string
  p256dh: string
  auth: string
}

/**
 * A browser has one subscription. Saving it replaces the session's others, and takes the endpoint over from the session
 * that had it before.
 */
export async function saveSubscription(db: Db, row: NewSubscription): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('session_id', '=', row.sessionId)
    .where('endpoint', '<>', row.endpoint)
    .execute()
  const keys = { p256dh: row.p256dh, auth: row.auth, user_id: row.userId, session_id: row.sessionId }
  await db
    .insertInto('push_subscription')
    .values({ id: row.id, endpoint: row.endpoint, ...keys })
    .onConflict((conflict) =>
      conflict.constraint('push_subscription_endpoint_key').doUpdateSet({ ...keys, expired_at: null }),
    )
    .execute()
}

/** Drops all but the user's newest ones. */
export async function dropOldest(db: Db, userId: string, kept: number): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('user_id', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_subscription')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(kept),
    )
    .execute()
}

export async function dropSubscriptionsOf(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

export async function setRejected(db: Db, userId: string, isRejected: boolean): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ notifications_rejected: isRejected })
    .where('id', '=', userId)
    .where('notifications_rejected', '<>', isRejected)
    .execute()
}

export interface CheckRow {
  subscribed: boolean
  expired: boolean
  rejected: boolean
}

/** Checks the subscription of the session's device. */
export async function checkSession(db: Db, userId: string, sessionId: string): Promise<CheckRow> {
  const { rows } = await sql<CheckRow>`
    select app_user.notifications_rejected as rejected,
      bool_or(mine.id is not null and mine.expired_at is null) as subscribed,
      bool_and(mine.id is not null and mine.expired_at is not null) as expired
    from app_user left join push_subscription mine
      on mine.user_id = app_user.id and mine.session_id = ${sessionId}
    where app_user.id = ${userId} group by app_user.id`.execute(db)
  return rows[0] ?? { subscribed: false, expired: false, rejected: false }
}

/** Checks the subscription; undefined if endpoint and email don't belong together. */
export async function checkEndpoint(db: Db, endpoint: string, email: string): Promise<CheckRow | undefined> {
  const row = await ofAddress(db, endpoint, email)
    .select(['push_subscription.expired_at', 'app_user.notifications_rejected'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    subscribed: row.expired_at === null,
    expired: row.expired_at !== null,
    rejected: row.notifications_rejected,
  }
}

/** Renews the subscription; does nothing if endpoint and email don't belong together. */
export async function renewSubscription(
  db: Db,
  {
    oldEndpoint,
    email,
    ...renewed
  }: { oldEndpoint: string; email: string; endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  const mine = () =>
    ofAddress(db, oldEndpoint, email).select([
      'push_subscription.id',
      'push_subscription.session_id',
      'push_subscription.user_id',
    ])
  // Lock the user and the session before the rows that refer to them.
  await mine().forKeyShare(['app_user', 'session']).execute()
  const found = await mine().forUpdate('push_subscription').executeTakeFirst()
  if (!found) return
  const { id, session_id: sessionId, user_id: userId } = found
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
  await saveSubscription(db, { id, sessionId, userId, ...renewed })
}

function ofAddress(db: Db, endpoint: string, email: string) {
  return db
    .selectFrom('push_subscription')
    .innerJoin('app_user', 'app_user.id', 'push_subscription.user_id')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.endpoint', '=', endpoint)
    .where(sql`lower(app_user.email)`, '=', sql`lower(${email})`)
    .where(isSignedIn)
}

/** Pairs these notifications with the devices to push them to; none of paused users. */
export function listDeliveries(
  db: Db,
  notificationIds: readonly string[],
): Promise<{ notification: string; subscription: string }[]> {
  return db
    .selectFrom('notification')
    .innerJoin('push_subscription', 'push_subscription.user_id', 'notification.user_id')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .where(sql<boolean>`not ${isPaused}`)
    .where('notification.id', 'in', [...notificationIds])
    .where('notification.read_at', 'is', null)
    .where('push_subscription.expired_at', 'is', null)
    .where(isSignedIn)
    .select(['notification.id as notification', 'push_subscription.id as subscription'])
    .execute()
}

export interface DeviceRow {
  endpoint: string
  p256dh: string
  auth: string
  user_id: string
  language: Language
  /** The end of the quiet hours that hold this notification now; null if none do, by the same rule as at its insert. */
  held_until: Date | null
}

const heard = sql<Date>`after_quiet(now(), app_user.quiet_from, app_user.quiet_to,
  coalesce((select time_zone from caregiver where caregiver.user_id = app_user.id), 'UTC'))`

/**
 * Finds the device; undefined if it is gone, expired or no longer signed in, isn't the notification's user's, or that
 * user is paused.
 */
export function findDevice(
  db: Db,
  { notification, subscription }: { notification: string; subscription: string },
): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('notification')
    .innerJoin('push_subscription', 'push_subscription.user_id', 'notification.user_id')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .where(sql<boolean>`not ${isPaused}`)
    .where('notification.id', '=', notification)
    .where('push_subscription.id', '=', subscription)
    .where('push_subscription.expired_at', 'is', null)
    .where(isSignedIn)
    .select([
      'push_subscription.endpoint',
      'push_subscription.p256dh',
      'push_subscription.auth',
      'notification.user_id',
      sql<Language>`app_user.language`.as('language'),
      sql<Date | null>`case
        when message = any(${[...wakingMessages]}::text[]) or starts_at < ${heard} + interval '2 hours' then null
        else nullif(${heard}, now()) end`.as('held_until'),
    ])
    .executeTakeFirst()
}

/** Marks the subscription as expired, unless it was renewed to another endpoint meanwhile. */
export async function markExpired(db: Db, subscription: string, endpoint: string): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ expired_at: sql<Date>`now()` })
    .where('id', '=', subscription)
    .where('endpoint', '=', endpoint)
    .execute()
}
