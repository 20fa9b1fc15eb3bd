import { type Expression, type RawBuilder, sql } from 'kysely'

/** Over `app_user`: the account is suspended or closed just now. */
export const isPaused = sql<boolean>`(app_user.standing = 'closed'
  or app_user.standing = 'suspended' and app_user.standing_until > now())`

/** Over `session`: neither ended nor over by its time. Whoever uses it every day signs in again twice a year. */
export const isSignedIn = sql<boolean>`session.revoked_at is null and session.expires_at > now()
  and session.created_at > now() - interval '180 days'`

/** True where the account of that caregiver, an id, a column or a value, is suspended, closed or erased. */
export function isOut(caregiver: Expression<string | null> | string): RawBuilder<boolean> {
  // With `exists` Postgres would read all caregivers at once rather than look each one up.
  return sql<boolean>`(
    select held.deleted_at is not null or ${isPaused} from caregiver held
    left join app_user on app_user.id = held.user_id where held.id = ${caregiver}) is true`
}

/** Over rows of `guardianship`, by that name: the place has begun and is not over. */
export function isLive(alias = 'guardianship'): RawBuilder<boolean> {
  const [since, until] = [sql.ref(`${alias}.since`), sql.ref(`${alias}.until`)]
  return sql<boolean>`(${since} <= now() and (${until} is null or ${until} > now()))`
}
