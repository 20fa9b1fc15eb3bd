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
    /** False for whom somebody else signs up; true by default. */
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

/** Without case: one address, one account. */
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

/** False where the password is another one by now: it may have changed while it was compared. */
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

/** Undefined where the password is another one by now. Held until the transaction ends. */
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

/** Held until the transaction ends: what changes how somebody signs in goes one after the other. */
export function lockUser(db: Db, id: string): Promise<Pick<UserRow, 'id' | 'email'> | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** True where it was otherwise before. */
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

/** Whether there is an administrator besides this one whose account is good, and who has been in. Who they are is locked. */
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
 * Answers the address that the user had until now. `isOpened`: a link that was mailed to the new one was opened.
 * @throws where the new one is another user's: `app_user_email_key`
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

/** A link that was mailed to the present address was opened: it is read by whoever holds the account. */
export async function markEmailOpened(db: Db, id: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ email_opened_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('email_opened_at', 'is', null)
    .execute()
}

/** The invite with which the user registered, once: after that it is forgotten. */
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

/** With it go its sessions, links, devices and kept replies. False where it was gone already. */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('app_user').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}
