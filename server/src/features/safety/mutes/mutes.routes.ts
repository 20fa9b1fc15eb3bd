import * as calls from '@tagalong/contract/features/safety/mutes.contract.ts'
import { presentNothing, route } from '#http/route.ts'
import { mutable, ownMute } from './mutes.policy.ts'
import { mute, unmute } from './mutes.service.ts'

export const muteRoutes = [
  route(calls.mute, { policy: mutable, handle: mute, present: presentNothing }),
  route(calls.unmute, { policy: ownMute, handle: unmute, present: presentNothing }),
]
