import type { NoticeMessage } from '@tagalong/contract/features/notices/notices.rules.ts'
import type { NotificationInput } from '#features/notifications/notifications.service.ts'
import type { PlaydateRow } from './playdate-people.ts'

export type PlaydateMessage = Extract<
  NoticeMessage,
  `playdate.${string}` | `event.${string}` | `help.${string}`
>
type Timed = Pick<PlaydateRow, 'id' | 'accepted_time' | 'proposed_times'>

interface Change {
  /** Milliseconds since 1970. */
  now: number
  /** The caregiver whose doing it is. */
  about?: string | undefined
  /** As it stood before. */
  before?: Timed | undefined
}

/** What the others are notified of, and where it leads. */
export function notificationOf(
  playdate: Timed,
  message: PlaydateMessage,
  { now, about, before = playdate }: Change,
): NotificationInput {
  const screen =
    message === 'playdate.sent' || message === 'playdate.countered'
      ? 'view-playdate-request'
      : 'view-playdate-information'
  const times = timesOf(playdate)
  const isNew = message === 'playdate.sent' || message === 'event.invited'
  return {
    message,
    params: { times },
    url: `/${screen}/${playdate.id}`,
    isUrgent: !isNew && [...timesOf(before), ...times].some((time) => isWithinADay(Date.parse(time), now)),
    ...(about && { about }),
  }
}

function isWithinADay(time: number, now: number): boolean {
  return time > now && time <= now + 86_400_000
}

function timesOf({ accepted_time, proposed_times }: Timed): string[] {
  return (accepted_time ? [accepted_time] : proposed_times).map((time) => time.toISOString())
}
