import type { Notification } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { useEffect } from 'react'
import { useReadNotifications } from './notifications.queries.ts'

/**
 * What stands on a page that somebody looks at has been seen: the newest one and what is older. `unreadSince`: when unread
 * ones were last found; 0 where none are.
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
