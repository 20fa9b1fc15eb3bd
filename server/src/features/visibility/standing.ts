import { sql } from 'kysely'

/** Over `app_user`: the account is suspended or closed just now. */
export const isPaused = sql<boolean>`(app_user.standing = 'closed'
  or app_user.standing = 'suspended' and app_user.standing_until > now())`
