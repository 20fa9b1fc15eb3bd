import type { Feature } from '#http/feature.ts'
import { yourDataRoutes } from './your-data.routes.ts'

export const yourData: Feature = { routes: { app: yourDataRoutes } }
