/** The exact texts about notifications. */
export const pushTexts = {
  notSupported: 'Notification not supported in browser',
  notGranted: 'Permission not granted for notification',
  pushNotSupported: 'Web Push is not supported in this browser.',
  denied: 'Permission for notifications was denied.',
  subscribeFailed: 'Failed to subscribe to push notifications.',
  resubscribeFailed: 'Failed to resubscribe user',
  unusable: 'This browser’s push service can’t be used here.',
} as const
