import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { useEffect } from 'react'
import { useReadNotifications } from './notifications.queries.ts'

/**
 * Marks the newest notification and all older ones as read once the page is visible. `unreadSince`: when unread ones
 * were last loaded; 0 if there are none.
 */
export function useReadOnceSeen(newest: Notification | undefined, unreadSince: number): void {
  const { mutate } = useReadNotifications()
  useEffect(() => {
    if (unreadSince === 0 || !newest) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      mutate(newest)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [newest, unreadSince, mutate])
}
