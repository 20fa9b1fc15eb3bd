import type { readInvite as readInviteCall } from '@tagalong/contract/features/connections/connections.contract.ts'
import { asking } from '#lib/calls/first-calls.ts'

/** Beside the others (`lib/calls/first-calls.ts`), since /login needs it not. */
export const readInvite = asking<typeof readInviteCall>({ scope: 'public', method: 'GET', path: '/invite' })
