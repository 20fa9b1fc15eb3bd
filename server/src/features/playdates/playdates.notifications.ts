import type { NoticeMessage } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { NotificationInput } from '#features/notifications/notifications.service.ts'
import type { PlaydateRow } from './playdate-rows.db.ts'

export type PlaydateMessage = Extract<NoticeMessage, `playdate.${string}` | `event.${string}`>
type Timed = Pick<PlaydateRow, 'id' | 'accepted_time' | 'proposed_times'>

/** What the others are notified of, and where it leads. `about`: the caregiver whose doing it is. */
export function notificationOf(playdate: Timed, message: PlaydateMessage, about?: string): NotificationInput {
  const screen =
    message === 'playdate.sent' || message === 'playdate.countered'
      ? 'view-playdate-request'
      : 'view-playdate-information'
  const url = `/${screen}/${playdate.id}`
  return { message, params: { times: timesOf(playdate) }, url, ...(about && { about }) }
}

function timesOf({ accepted_time, proposed_times }: Timed): string[] {
  return (accepted_time ? [accepted_time] : proposed_times).map((time) => time.toISOString())
}
