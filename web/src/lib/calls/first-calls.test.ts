import * as auth from '@tagalong/contract/features/auth/auth.contract.ts'
import * as connections from '@tagalong/contract/features/connections/connections.contract.ts'
import * as notifications from '@tagalong/contract/features/notifications/notifications.contract.ts'
import * as playdates from '@tagalong/contract/features/playdates/playdates.contract.ts'
import { expect, test } from 'vitest'
import { readInvite } from '#features/auth/read-invite.ts'
import { listNotifications, listPlaydates, whoami } from './first-calls.ts'

test('what is written out for the first screen is what the contract says, and has no body', () => {
  expect(auth.whoami).toMatchObject({ ...whoami, body: undefined })
  expect(notifications.listNotifications).toMatchObject({ ...listNotifications, body: undefined })
  expect(connections.readInvite).toMatchObject({ ...readInvite, body: undefined })
  expect(playdates.listPlaydates).toMatchObject({ ...listPlaydates, body: undefined })
})
