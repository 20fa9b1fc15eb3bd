import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppUser } from '#db/types.ts'

export type UserRow = Selectable<AppUser>

export async function insertUser(
  db: Db,
  user: { id: string; email: string; passwordHash: string; queryParams: { name: string; value: string }[] },
): Promise<void> {
  await db
    .insertInto('app_user')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      query_params: JSON.stringify(user.queryParams),
      last_login_at: sql<Date>`now()`,
    })
    .execute()
}

/** Without case: one address, one account. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markLogin(db: Db, id: string): Promise<void> {
  await db.updateTable('app_user').set({ last_login_at: sql<Date>`now()` }).where('id', '=', id).execute()
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

/** Administrators other than this one, locked until the transaction ends. */
export async function lockOtherAdmins(db: Db, id: string): Promise<number> {
  const others = await db
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .where('id', '<>', id)
    .forUpdate()
    .execute()
  return others.length
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}
