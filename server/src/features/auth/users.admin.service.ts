import { emailTaken } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { v7 as newId } from 'uuid'
import { violates } from '#db/database.ts'
import { notify } from '#db/listen.ts'
import { findListedUser, type ListedUserRow } from '#features/users/users.admin.db.ts'
import { hasOtherAdmins, insertUser, updateAdmin, updateEmail } from '#features/users/users.db.ts'
import { factsOf } from '#features/users/users.facts.ts'
import type { Done } from '#http/audit.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { badInput, notFresh, Refusal } from '#http/refusal.ts'
import { isFreshSession } from './auth.db.ts'
import { dropMailTokens, isKeptForAnother } from './links/links.db.ts'
import { mailEmailChanged, mailWelcome } from './links/mail-jobs.ts'
import { unknownHash } from './passwords.ts'

interface UserFields {
  email?: string | undefined
  isAdmin?: boolean | undefined
}

const lastAdmin = new Refusal(409, m.prompt_auth_last_admin)
const taken = new Refusal(409, emailTaken, { fields: { email: emailTaken } })

/** Changes the given fields of a user, or adds a user, who then chooses a password by a mailed link. */
export async function saveUser(
  ctx: Ctx,
  { user }: Authorised<{ user: ListedUserRow | null }>,
  fields: UserFields,
): Promise<Done<ListedUserRow> | Refusal> {
  try {
    const id = await (user ? changeUser(ctx, user, fields) : addUser(ctx, fields))
    if (id instanceof Refusal) return id
    if (await isKept(ctx, id, user, fields)) return taken
    const saved = await findListedUser(ctx.db, id)
    if (!saved) throw new Error('a user just written is not there')
    return {
      result: saved,
      entry: { kind: 'user', id, before: user && factsOf(user), after: factsOf(saved) },
    }
  } catch (error) {
    if (violates(error, 'app_user_email_key')) return taken
    throw error
  }
}

/** True if the address has changed and somebody else may still take it back. */
async function isKept(
  { db }: Ctx,
  userId: string,
  before: ListedUserRow | null,
  { email }: UserFields,
): Promise<boolean> {
  if (email === undefined || email === before?.email) return false
  return isKeptForAnother(db, { email, userId })
}

async function changeUser(ctx: Ctx, user: ListedUserRow, fields: UserFields): Promise<string | Refusal> {
  const isDemoted = user.is_admin && fields.isAdmin === false
  if (isDemoted && !(await hasOtherAdmins(ctx.db, user.id))) return lastAdmin
  if (fields.email !== undefined && fields.email !== user.email) {
    if (!(await isFreshSession(ctx.db, ctx.actor.sessionId))) return notFresh
    await updateEmail(ctx.db, { id: user.id, email: fields.email, isOpened: false })
    // Links that went to the old address must not let its reader in.
    await dropMailTokens(ctx.db, user.id, ['reset', 'confirm-email', 'undo-email', 'not-me'])
    if (!user.last_login_at) await ctx.queue.enqueue(ctx.db, mailWelcome, { userId: user.id })
    else if (fields.email.toLowerCase() !== user.email.toLowerCase()) {
      await ctx.queue.enqueue(ctx.db, mailEmailChanged, { userId: user.id, email: user.email })
    }
  }
  if (fields.isAdmin !== undefined) await updateAdmin(ctx.db, user.id, fields.isAdmin)
  await notify(ctx.db, { kind: 'changed', user: user.id })
  return user.id
}

async function addUser(ctx: Ctx, { email, isAdmin }: UserFields): Promise<string | Refusal> {
  if (email === undefined) return badInput('email', m.prompt_email)
  const id = newId()
  await insertUser(ctx.db, { id, email, passwordHash: unknownHash(), queryParams: [], hasSignedIn: false })
  if (isAdmin) await updateAdmin(ctx.db, id, true)
  await ctx.queue.enqueue(ctx.db, mailWelcome, { userId: id })
  return id
}
