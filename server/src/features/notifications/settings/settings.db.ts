import type { NoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface SettingsRow {
  mail: NoticeSettings['mail']
  quiet_from: number | null
  quiet_to: number | null
}

export function findSettings(db: Db, userId: string): Promise<SettingsRow> {
  return db
    .selectFrom('app_user')
    .select(['mail', 'quiet_from', 'quiet_to'])
    .where('id', '=', userId)
    .$castTo<SettingsRow>()
    .executeTakeFirstOrThrow()
}

/** False if they are unchanged. */
export async function updateSettings(db: Db, userId: string, settings: SettingsRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set(settings)
    .where('id', '=', userId)
    .where(
      sql<boolean>`(mail, quiet_from, quiet_to) is distinct from (
        ${settings.mail}, ${settings.quiet_from}::smallint, ${settings.quiet_to}::smallint)`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps the quiet hours. False if that is chosen already. */
export async function updateMail(db: Db, userId: string, mail: NoticeSettings['mail']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ mail })
    .where('id', '=', userId)
    .where('mail', '!=', mail)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
