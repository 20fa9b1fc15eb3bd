import type { Feature } from '#http/feature.ts'
import { connectionRoutes, publicConnectionRoutes } from './connections.routes.ts'
import { introductionRoutes } from './introductions/introductions.routes.ts'

export const connections: Feature = {
  routes: { public: publicConnectionRoutes, app: [...connectionRoutes, ...introductionRoutes] },
}
