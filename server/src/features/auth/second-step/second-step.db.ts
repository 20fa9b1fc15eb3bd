import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Env } from '#env.ts'
import { passkeyHost } from '#http/origin.ts'

/** How somebody signs in. */
export interface Ways {
  id: string
  email: string
  is_admin: boolean
  second_step: boolean
  password_changed_at: Date | null
  /** Made for the host that this server has now: no other one signs in. */
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

/** True where it was otherwise before. */
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

/** The app's secret, if a code of it was entered once. */
export async function findTotp(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('totp')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.secret_sealed
}

/** Everybody's that count. */
export function listTotp(db: Db): Promise<{ user_id: string; secret_sealed: Buffer }[]> {
  return db
    .selectFrom('totp')
    .select(['user_id', 'secret_sealed'])
    .where('confirmed_at', 'is not', null)
    .execute()
}

/** The secret waits for its first code. In place of one that waits; one that counts goes on. */
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

/** The secret that waits for its first code. */
export async function findWaitingTotp(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('totp')
    .select(waiting.as('sealed'))
    .where('user_id', '=', userId)
    .where(waiting, 'is not', null)
    .executeTakeFirst()
  return row?.sealed
}

/** It counts from now on. False where it waits no more. */
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

/** True where there was one. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** The app and the codes that were set up since then; of an app in the place of another, both. */
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

/** Whatever was entered before belongs to another secret. */
export async function setTotpStep(db: Db, userId: string, step: number): Promise<void> {
  await db.updateTable('app_user').set({ last_totp_step: step }).where('id', '=', userId).execute()
}

/** True for the one call that used the code of that time step, in whatever process; none before it is good any more. */
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

/** They take the place of all that the user had. */
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

/** The hash of the one with that selector, if it was not used. */
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

/** True for the one call that did. */
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
