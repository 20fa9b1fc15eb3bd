import { pageOfNotifications } from '@tagalong/contract/features/notifications/notifications.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect } from 'react'
import { keepAppBadge } from '../app-badge.ts'
import { useUnreadCount } from '../unread-count.queries.ts'

/** In the bar, beside the bell; the app's icon shows the same where the system can. */
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
