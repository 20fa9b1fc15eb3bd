import type { Feature } from '#http/feature.ts'
import { afternoonRoutes } from './afternoon.routes.ts'

export const afternoon: Feature = { routes: { app: afternoonRoutes } }
