import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { m } from '@tagalong/contract/messages.ts'
import { useState } from 'react'
import { PushPrompt } from '#features/push/parts/push-prompt.tsx'
import { useIsDeviceKnown } from '#features/push/push.queries.ts'
import { useNow } from '#lib/now.ts'
import { useSession } from '#lib/session/session.tsx'
import NotificationsArt from '#ui/art/empty-notifications.svg?react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/loaded.tsx'
import './notifications.css'
import { useListNotifications } from './notifications.queries.ts'
import { NotificationCard } from './parts/notification-card.tsx'
import { OlderNotifications } from './parts/older-notifications.tsx'
import { useReadOnceSeen } from './use-read-once-seen.ts'

export function NotificationsScreen() {
  const { timeZone } = useSession()
  const now = useNow(30_000)
  const notifications = useListNotifications()
  const { data, dataUpdatedAt } = notifications
  const isNew = useNews(data ?? [])
  const isKnown = useIsDeviceKnown()
  // Before that only a skeleton is shown.
  useReadOnceSeen(data?.[0], isKnown && data?.some(({ readAt }) => readAt === null) ? dataUpdatedAt : 0)
  return (
    <Loaded query={notifications} isReady={isKnown}>
      {(all) => (
        <>
          <PushPrompt />
          {all.length === 0 && <EmptyState art={<NotificationsArt />} text={m.notifications_none()} />}
          {all.length > 0 && (
            <ul className="stack notices">
              {all.map((notification) => (
                <li key={notification._id}>
                  <NotificationCard
                    notification={notification}
                    isNew={isNew(notification)}
                    now={now}
                    zone={timeZone}
                  />
                </li>
              ))}
            </ul>
          )}
          {all.length > 0 && <OlderNotifications />}
        </>
      )}
    </Loaded>
  )
}

/** The returned function says if a notification was unread when this visit first showed it: it stays marked. */
function useNews(notifications: readonly Notification[]): (notification: Notification) => boolean {
  const [firstSights] = useState(() => new Map<string, boolean>())
  for (const { _id, readAt } of notifications) {
    if (!firstSights.has(_id)) firstSights.set(_id, readAt === null)
  }
  return ({ _id }) => firstSights.get(_id) ?? false
}
