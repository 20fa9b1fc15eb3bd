import type { NoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
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

export async function updateSettings(db: Db, userId: string, settings: SettingsRow): Promise<void> {
  await db.updateTable('app_user').set(settings).where('id', '=', userId).execute()
}
