import type { NoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { setDueAnew } from '../due.db.ts'
import { findSettings, type SettingsRow, updateSettings } from './settings.db.ts'

export function getNoticeSettings({ db }: Ctx, { userId }: Authorised<Actor>): Promise<SettingsRow> {
  return findSettings(db, userId)
}

export async function setNoticeSettings(
  { db }: Ctx,
  { userId }: Authorised<Actor>,
  { mail, quietFrom, quietTo }: NoticeSettings,
): Promise<SettingsRow> {
  const settings = { mail, quiet_from: quietFrom, quiet_to: quietTo }
  if (await updateSettings(db, userId, settings)) await setDueAnew(db, userId)
  return settings
}
