import { type RawBuilder, sql } from 'kysely'

/** Over `app_user`: the account is suspended or closed just now. */
export const isPaused = sql<boolean>`(app_user.standing = 'closed'
  or app_user.standing = 'suspended' and app_user.standing_until > now())`

/** Over rows of `guardianship`, by that name: the place has begun and is not over. */
export function isLive(alias = 'guardianship'): RawBuilder<boolean> {
  const [since, until] = [sql.ref(`${alias}.since`), sql.ref(`${alias}.until`)]
  return sql<boolean>`(${since} <= now() and (${until} is null or ${until} > now()))`
}
