import { useEffect } from 'react'
import { useReadNotifications } from './notifications.queries.ts'

/** What stands on a page that somebody looks at has been seen. `unreadSince`: when unread ones were last found; 0 where none are. */
export function useReadOnceSeen(unreadSince: number): void {
  const { mutate } = useReadNotifications()
  useEffect(() => {
    if (unreadSince === 0) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      mutate()
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [unreadSince, mutate])
}
