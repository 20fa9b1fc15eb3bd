import { renderNotice } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { NoticeRow } from '#features/notices/notices.db.ts'

export function presentNotification(row: NoticeRow): Notification {
  return {
    _id: row.id,
    ...renderNotice(row, row.zone),
    message: row.message,
    url: row.url,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}
