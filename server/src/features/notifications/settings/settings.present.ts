import type { NoticeSettings } from '@tagalong/contract/features/notifications/settings.contract.ts'
import type { SettingsRow } from './settings.db.ts'

export function presentSettings({ mail, quiet_from, quiet_to }: SettingsRow): NoticeSettings {
  return { mail, quietFrom: quiet_from, quietTo: quiet_to }
}
