import type { Database } from '#db/database.ts'
import { notify } from '#db/listen.ts'
import { lockAdministrators } from '#db/locks.ts'
import { findUserByEmail, hasOtherAdmins, updateAdmin } from './users.db.ts'

/** For the operator: makes the user an administrator. All processes learn of it at commit. */
export async function grantAdmin(
  database: Database,
  email: string,
): Promise<'granted' | 'already' | 'unknown'> {
  return database.kysely.transaction().execute(async (db) => {
    const user = await findUserByEmail(db, email)
    if (!user) return 'unknown'
    const changed = await updateAdmin(db, user.id, true)
    if (changed) await notify(db, { kind: 'changed', user: user.id })
    return changed ? 'granted' : 'already'
  })
}

/** The last administrator stays one. */
export async function revokeAdmin(
  database: Database,
  email: string,
): Promise<'revoked' | 'already' | 'unknown' | 'last'> {
  return database.kysely.transaction().execute(async (db) => {
    await lockAdministrators(db)
    const user = await findUserByEmail(db, email)
    if (!user) return 'unknown'
    if (!user.is_admin) return 'already'
    if (!(await hasOtherAdmins(db, user.id))) return 'last'
    await updateAdmin(db, user.id, false)
    await notify(db, { kind: 'changed', user: user.id })
    return 'revoked'
  })
}
