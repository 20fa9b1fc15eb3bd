import NotificationsArt from '#ui/art/empty-notifications.svg?react'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function NotificationsScreen() {
  return (
    <>
      <PageHeader title="Notifications" />
      <EmptyState art={<NotificationsArt />} text="No notifications" />
    </>
  )
}
