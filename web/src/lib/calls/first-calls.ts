import type { whoami as whoamiCall } from '@tagalong/contract/features/auth/auth.contract.ts'
import type { listNotifications as listNotificationsCall } from '@tagalong/contract/features/notifications/notifications.contract.ts'
import type { listPlaydates as listPlaydatesCall } from '@tagalong/contract/features/playdates/playdates.contract.ts'
import type { AnyEndpoint } from '@tagalong/contract/http/endpoint.ts'

// What the first screen asks for, written out: the contract's schemas are no part of what it loads. A test holds
// these to the contract.
export const whoami = asking<typeof whoamiCall>({ scope: 'auth', method: 'GET', path: '/whoami' })
export const listNotifications = asking<typeof listNotificationsCall>({
  scope: 'app',
  method: 'GET',
  path: '/notifications',
})
export const listPlaydates = asking<typeof listPlaydatesCall>({
  scope: 'app',
  method: 'GET',
  path: '/playdate',
})

/** A call without a body is sent by its address alone. */
export function asking<E extends AnyEndpoint>(address: Pick<E, 'scope' | 'path'> & { method: 'GET' }): E {
  return address as unknown as E
}
