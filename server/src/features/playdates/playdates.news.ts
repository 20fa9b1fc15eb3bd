import type { NoticeMessage } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { News } from '#features/notifications/notifications.service.ts'

export type Happening = Extract<NoticeMessage, `playdate.${string}` | `event.${string}`>

/** What the others are told, and where it leads. */
export function newsOf(playdateId: string, message: Happening, about: string): News {
  const screen =
    message === 'playdate.sent' || message === 'playdate.countered'
      ? 'view-playdate-request'
      : 'view-playdate-information'
  return { message, params: {}, url: `/${screen}/${playdateId}`, about }
}
