import type { Feature } from '#http/feature.ts'
import { chatRoutes } from './chat.routes.ts'

export const chat: Feature = {
  routes: { app: chatRoutes },
}
