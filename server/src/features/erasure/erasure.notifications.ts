import type { CancelCause } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import type { NotificationInput } from '#features/notifications/notifications.service.ts'
import { notificationOf, type PlaydateMessage } from '#features/playdates/playdates.notifications.ts'
import type { LeftPlaydateRow } from './erasure.db.ts'

/** What the others are notified of, of a playdate that children of that caregiver have left. */
export function notificationOfLeaving(
  playdate: LeftPlaydateRow,
  caregiverId: string,
  cause: CancelCause,
  now: number,
): NotificationInput {
  const message = messageOf(playdate, caregiverId, cause)
  // Whose account is gone is not said any more.
  return notificationOf(playdate, message, { now, about: cause === 'children' ? caregiverId : undefined })
}

function messageOf(
  { type, status, owner_id }: LeftPlaydateRow,
  caregiverId: string,
  cause: CancelCause,
): PlaydateMessage {
  const isOff = status === 'cancelled'
  if (type === 'single') {
    if (!isOff) return 'playdate.fewer'
    return cause === 'children' ? 'playdate.childrenGone' : 'playdate.familyGone'
  }
  if (cause === 'children') return isOff ? 'event.childrenGone' : 'event.fewer'
  if (owner_id === caregiverId) return 'event.hostGone'
  return isOff ? 'event.guestsGone' : 'event.guestGone'
}
