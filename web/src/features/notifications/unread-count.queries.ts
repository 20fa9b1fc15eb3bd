import { listNotifications } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/calls/api.ts'

/** The key starts with the word by which a frame of the websocket makes it old. */
export const newestNotifications = ['notifications', 'newest'] as const

/** How many of the newest page are unread; a whole page of them may mean more. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: newestNotifications,
    queryFn: ({ signal }) => call(listNotifications, { query: {}, signal }),
    select: (newest) => newest.filter(({ readAt }) => readAt === null).length,
  })
  return data
}
