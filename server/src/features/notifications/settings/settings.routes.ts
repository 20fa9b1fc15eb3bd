import * as calls from '@tagalong/contract/features/notifications/settings.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentSettings } from './settings.present.ts'
import { getNoticeSettings, setNoticeSettings } from './settings.service.ts'

export const settingsRoutes = [
  route(calls.getNoticeSettings, {
    policy: caller<Actor>,
    handle: getNoticeSettings,
    present: presentSettings,
  }),
  route(calls.setNoticeSettings, {
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => setNoticeSettings(ctx, actor, body),
    present: presentSettings,
  }),
]
