import type { UserColumn } from '@tagalong/contract/features/users/users.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameIfAny } from '#features/visibility/names.db.ts'
import { userText } from '#features/visibility/searched.ts'
import { isPaused } from '#features/visibility/standing.ts'
import { areOfOneChild } from '#features/visibility/visibility.db.ts'
import {
  flagColumn,
  type List,
  momentColumn,
  readPage,
  readValues,
  textColumn,
} from '#http/lists/lists.db.ts'

export interface ListedUserRow {
  id: string
  email: string
  is_admin: boolean
  standing: 'good' | 'suspended' | 'closed'
  /** null if the account is good, or paused until lifted */
  standing_until: Date | null
  second_step: boolean
  query_params: { name: string; value: string }[]
  created_at: Date
  last_login_at: Date | null
  caregiver: NameRow | null
}

const list: List<UserColumn> = {
  id: sql`app_user.id`,
  table: sql`app_user`,
  text: userText,
  usualSort: '-createdAt',
  columns: {
    email: textColumn(sql`app_user.email`),
    queryParams: textColumn(
      sql`query_params_text(app_user.query_params)`,
      sql`left(app_user.query_params::text, 200)`,
    ),
    createdAt: momentColumn(sql`app_user.created_at`),
    lastLoginAt: momentColumn(
      sql`app_user.last_login_at`,
      sql`coalesce(app_user.last_login_at, timestamptz 'epoch')`,
    ),
    isAdmin: flagColumn(sql`app_user.is_admin`),
    hasProfile: flagColumn(sql`(caregiver.id is not null)`),
  },
}

function users(db: Db) {
  return db
    .selectFrom('app_user')
    .leftJoin('caregiver', 'caregiver.user_id', 'app_user.id')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.is_admin',
      sql<ListedUserRow['standing']>`case when ${isPaused} then app_user.standing else 'good' end`.as(
        'standing',
      ),
      sql<Date | null>`case when ${isPaused} then nullif(app_user.standing_until, 'infinity') end`.as(
        'standing_until',
      ),
      'app_user.second_step',
      'app_user.query_params',
      'app_user.created_at',
      'app_user.last_login_at',
      nameIfAny('caregiver').as('caregiver'),
    ])
    .$castTo<ListedUserRow>()
}

export function listUsers(db: Db, ask: ListQuery<UserColumn>) {
  return readPage(db, users(db), list, ask)
}

export function listUserValues(db: Db, ask: ValuesQuery<UserColumn>) {
  return readValues(db, users(db), list, ask)
}

export function findListedUser(db: Db, id: string): Promise<ListedUserRow | undefined> {
  return users(db).where('app_user.id', '=', id).executeTakeFirst()
}

/** True if the other caregiver is a grown-up of one of the first caregiver's children. */
export async function isOfOneChild(db: Db, caregiverId: string | null, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom('caregiver')
    .select('id')
    .where('id', '=', otherId)
    .where('id', 'is distinct from', caregiverId)
    .where((eb) => areOfOneChild(caregiverId, eb.ref('caregiver.id')))
    .executeTakeFirst()
  return row !== undefined
}
