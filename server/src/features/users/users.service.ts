import { saveUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { v7 as newId } from 'uuid'
import type { Database } from '#db/database.ts'
import type { Db } from '#db/db.ts'
import { notify } from '#db/listen.ts'
import { lockAdministrators } from '#db/locks.ts'
import { insertAuditEntry, operator } from '#http/audit.db.ts'
import { findUserByEmail, hasOtherAdmins, updateAdmin } from './users.db.ts'

/** For the operator: makes the user an administrator. All processes learn of it at commit. */
export async function grantAdmin(
  database: Database,
  email: string,
): Promise<'granted' | 'already' | 'unknown'> {
  return database.kysely.transaction().execute(async (db) => {
    const user = await findUserByEmail(db, email)
    if (!user) return 'unknown'
    return (await changeAdmin(db, user.id, true)) ? 'granted' : 'already'
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
    await changeAdmin(db, user.id, false)
    return 'revoked'
  })
}

/** False if nothing changed. A change is in the audit log, like an administrator's. */
async function changeAdmin(db: Db, id: string, isAdmin: boolean): Promise<boolean> {
  if (!(await updateAdmin(db, id, isAdmin))) return false
  await insertAuditEntry(db, {
    id: newId(),
    actorId: operator,
    action: saveUser.name,
    subjectKind: 'user',
    subjectId: id,
    changes: { isAdmin: { before: !isAdmin, after: isAdmin } },
  })
  await notify(db, { kind: 'changed', user: id })
  return true
}
