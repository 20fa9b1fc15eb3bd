import { type Expression, type RawBuilder, sql } from 'kysely'

/** True while the account is suspended or closed, over `app_user`. */
export const isPaused = sql<boolean>`(app_user.standing = 'closed'
  or app_user.standing = 'suspended' and app_user.standing_until > now())`

/** True while the session is neither ended nor expired, over `session`. Even daily users sign in again twice a year. */
export const isSignedIn = sql<boolean>`session.revoked_at is null and session.expires_at > now()
  and session.created_at > now() - interval '180 days'`

/** True if that caregiver's account is suspended, closed or erased. */
export function isOut(caregiver: Expression<string | null> | string): RawBuilder<boolean> {
  // With `exists`, Postgres would read all caregivers at once instead of looking up each one.
  return sql<boolean>`(
    select held.deleted_at is not null or ${isPaused} from caregiver held
    left join app_user on app_user.id = held.user_id where held.id = ${caregiver}) is true`
}

/** True if the row of `guardianship`, named `alias`, has begun and is not over. */
export function isLive(alias = 'guardianship'): RawBuilder<boolean> {
  const [since, until] = [sql.ref(`${alias}.since`), sql.ref(`${alias}.until`)]
  return sql<boolean>`(${since} <= now() and (${until} is null or ${until} > now()))`
}
