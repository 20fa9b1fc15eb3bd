import { pageOfNotifications } from '@tagalong/contract/features/notifications/notifications.rules.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useEffect } from 'react'
import { useUnreadCount } from '../unread-count.queries.ts'

/** In the bar, beside the bell; the app's icon shows the same where the system can. */
export function UnreadCount() {
  const count = useUnreadCount()
  useEffect(() => {
    // A number that the system refuses to show is no failure.
    if (count !== undefined) navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
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
