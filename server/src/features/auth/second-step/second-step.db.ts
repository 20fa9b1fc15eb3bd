import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { passkeyHost } from '#http/origin.ts'

/** How a user can sign in. */
export interface Ways {
  id: string
  email: string
  is_admin: boolean
  second_step: boolean
  password_changed_at: Date | null
  /** Passkeys for this server's present host; those for another host don't sign in. */
  passkeys: number
  has_app: boolean
  codes_left: number
}

export function findWays(
  db: Db,
  { publicUrl }: Pick<Env, 'publicUrl'>,
  userId: string,
): Promise<Ways | undefined> {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      'is_admin',
      'second_step',
      'password_changed_at',
      sql<number>`(select count(*)::int from passkey
        where user_id = app_user.id and rp_id = ${passkeyHost(publicUrl)})`.as('passkeys'),
      sql<boolean>`exists (select from totp where user_id = app_user.id and confirmed_at is not null)`.as(
        'has_app',
      ),
      sql<number>`(select count(*)::int from recovery_code where user_id = app_user.id and used_at is null)`.as(
        'codes_left',
      ),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** True if it changed. */
export async function updateSecondStep(db: Db, userId: string, isOn: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('app_user')
    .set({ second_step: isOn })
    .where('id', '=', userId)
    .where('second_step', '<>', isOn)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Returns the app's secret, if one of its codes was entered. */
export async function findTotp(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('totp')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.secret_sealed
}

/** Lists all users' confirmed secrets. */
export function listTotp(db: Db): Promise<{ user_id: string; secret_sealed: Buffer }[]> {
  return db
    .selectFrom('totp')
    .select(['user_id', 'secret_sealed'])
    .where('confirmed_at', 'is not', null)
    .execute()
}

/** Stores a secret that waits for its first code. Replaces one that waits; a confirmed one keeps counting. */
export async function insertTotp(db: Db, userId: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('totp')
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        secret_sealed: sql<Buffer>`case when totp.confirmed_at is null then ${sealed} else totp.secret_sealed end`,
        next_sealed: sql<Buffer | null>`case when totp.confirmed_at is null then null else ${sealed}::bytea end`,
      }),
    )
    .execute()
}

const waiting = sql<Buffer>`case when confirmed_at is null then secret_sealed else next_sealed end`

/** Returns the secret that waits for its first code. */
export async function findWaitingTotp(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('totp')
    .select(waiting.as('sealed'))
    .where('user_id', '=', userId)
    .where(waiting, 'is not', null)
    .executeTakeFirst()
  return row?.sealed
}

/** Confirms the waiting secret. False if it no longer waits. */
export async function confirmWaitingTotp(db: Db, userId: string, sealed: Buffer): Promise<boolean> {
  const confirmed = await db
    .updateTable('totp')
    .set({ secret_sealed: sealed, next_sealed: null, confirmed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(waiting, '=', sealed)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** True if there was one. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Deletes the app and the codes set up since then. An app that replaced another since then leaves neither. */
export async function deleteTotpSince(db: Db, userId: string, since: RawBuilder<Date>): Promise<void> {
  await db
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .where(sql<Date>`coalesce(confirmed_at, created_at)`, '>=', since)
    .execute()
  await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
  await db.updateTable('totp').set({ next_sealed: null }).where('user_id', '=', userId).execute()
}

/** Sets the last step used; earlier codes belong to another secret. */
export async function setTotpStep(db: Db, userId: string, step: number): Promise<void> {
  await db.updateTable('app_user').set({ last_totp_step: step }).where('id', '=', userId).execute()
}

/**
 * True for the one call, on any process, that used the code of that time step. Codes of earlier steps then no longer
 * count.
 */
export async function spendTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('app_user')
    .set({ last_totp_step: step })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(last_totp_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Replaces all of the user's recovery codes. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  codes: readonly { selector: string; hash: string }[],
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, ...code })))
    .execute()
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Returns the hash of the unused code with that selector. */
export async function findRecoveryCode(
  db: Db,
  userId: string,
  selector: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('recovery_code')
    .select('hash')
    .where('user_id', '=', userId)
    .where('selector', '=', selector)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.hash
}

/** True for the one call that spent it. */
export async function spendRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}
