import type { Language } from '@tagalong/contract/values/language.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import type { AppUser } from '#db/types.ts'
import { isPaused } from '#features/visibility/standing.ts'

export type UserRow = Omit<Selectable<AppUser>, 'language'> & { language: Language }

export async function insertUser(
  db: Db,
  user: {
    id: string
    email: string
    passwordHash: string
    queryParams: { name: string; value: string }[]
    inviteHash?: Buffer | null
    inviteConnectionId?: string | null
    /** English by default. */
    language?: Language
    /** False for a user whom somebody else registers; true by default. */
    hasSignedIn?: boolean
  },
): Promise<void> {
  await db
    .insertInto('app_user')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      query_params: JSON.stringify(user.queryParams),
      invite_hash: user.inviteHash ?? null,
      invite_connection_id: user.inviteConnectionId ?? null,
      ...(user.language && { language: user.language }),
      last_login_at: user.hasSignedIn === false ? null : sql<Date>`now()`,
    })
    .execute()
}

/** Ignores case: one address, one account. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .$castTo<UserRow>()
    .executeTakeFirst()
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await find(db, { id })
  return row
}

const find = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      'password_hash',
      'is_admin',
      'invite_hash',
      'invite_connection_id',
      'query_params',
      'notifications_rejected',
      'created_at',
      'last_login_at',
      'language',
      'mail',
      'quiet_from',
      'quiet_to',
      'email_opened_at',
      'second_step',
    ])
    .where('id', '=', id)
    .$castTo<UserRow>(),
)

/** False if the password has changed while it was compared. */
export async function markLogin(db: Db, { id, password_hash }: UserRow): Promise<boolean> {
  const marked = await db
    .updateTable('app_user')
    .set({ last_login_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Locks the user until the transaction ends; undefined if the password has changed while it was compared. */
export function lockLogin(
  db: Db,
  { id, password_hash }: UserRow,
): Promise<Pick<UserRow, 'second_step'> | undefined> {
  return db
    .selectFrom('app_user')
    .select('second_step')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks the user until the transaction ends, so that changes to how they sign in run one after the other. */
export function lockUser(db: Db, id: string): Promise<Pick<UserRow, 'id' | 'email'> | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** True if it changed. */
export async function updateAdmin(db: Db, id: string, isAdmin: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('app_user')
    .set({ is_admin: isAdmin })
    .where('id', '=', id)
    .where('is_admin', '<>', isAdmin)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** True if another administrator's account is good and has been signed in to. The caller locks administrators first. */
export async function hasOtherAdmins(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .where('id', '<>', id)
    .where('last_login_at', 'is not', null)
    .where(sql<boolean>`not ${isPaused}`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('app_user').select('id').where('is_admin', '=', true).execute()
  return rows.map(({ id }) => id)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function updateLanguage(db: Db, id: string, language: Language): Promise<void> {
  await db.updateTable('app_user').set({ language }).where('id', '=', id).execute()
}

export async function updatePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash, password_changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the user's previous address. `isOpened`: a link mailed to the new address was opened.
 * @throws `app_user_email_key` if the new address is another user's
 */
export async function updateEmail(
  db: Db,
  { id, email, isOpened }: { id: string; email: string; isOpened: boolean },
): Promise<string> {
  const { email: before } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const email_opened_at = isOpened ? sql<Date>`now()` : null
  await db.updateTable('app_user').set({ email, email_opened_at }).where('id', '=', id).execute()
  return before
}

/** Records that a link mailed to the present address was opened: the account's holder reads it. */
export async function markEmailOpened(db: Db, id: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ email_opened_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('email_opened_at', 'is', null)
    .execute()
}

/** Returns the invite with which the user registered, and forgets it. */
export async function takeInvite(
  db: Db,
  id: string,
): Promise<{ hash: Buffer | null; connectionId: string | null }> {
  const { invite_hash: hash, invite_connection_id: connectionId } = await db
    .selectFrom('app_user')
    .select(['invite_hash', 'invite_connection_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (hash)
    await db
      .updateTable('app_user')
      .set({ invite_hash: null, invite_connection_id: null })
      .where('id', '=', id)
      .execute()
  return { hash, connectionId }
}

/** Deletes the user with their sessions, links, devices and kept replies. False if already gone. */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('app_user').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}
