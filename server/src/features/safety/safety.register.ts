import type { Feature } from '#http/feature.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import { muteRoutes } from './mutes/mutes.routes.ts'
import { safetyRoutes } from './safety.routes.ts'

export const safety: Feature = {
  routes: { app: [...safetyRoutes, ...blockRoutes, ...muteRoutes] },
}
