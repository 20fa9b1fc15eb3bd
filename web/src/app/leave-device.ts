import { dropSubscription } from '#features/push/browser-push.ts'
import { deleteOfflineCache } from '#lib/offline/offline-cache.ts'
import { deleteDeviceRecord } from '#lib/worker/device-record.ts'

/** After a logout: deletes what this device keeps of the user, and ends its pushes. */
export async function leaveDevice(): Promise<void> {
  await Promise.allSettled([
    deleteOfflineCache(),
    deleteDeviceRecord(),
    dropSubscription(),
    closeNotifications(),
    navigator.clearAppBadge?.(),
  ])
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
