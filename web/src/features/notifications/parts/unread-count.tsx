import { pageOfNotifications } from '@tagalong/contract/features/notifications/notifications.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect } from 'react'
import { keepAppBadge } from '../app-badge.ts'
import { useUnreadCount } from '../unread-count.queries.ts'

/** The count beside the bell. Also shown on the app's icon, if the system supports it. */
export function UnreadCount() {
  const count = useUnreadCount()
  useEffect(() => (count === undefined ? undefined : keepAppBadge(count)), [count])
  if (!count) return null
  const shown = count < pageOfNotifications ? String(count) : `${count}+`
  return (
    <>
      <b className="bar__count" aria-hidden="true">
        {shown}
      </b>
      <span className="sr"> {m.notifications_unread({ count: shown })}</span>
    </>
  )
}
