import type { Feature } from '#http/feature.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { addCalendarFeed } from './feed-route.ts'

export const calendar: Feature = {
  routes: { app: calendarRoutes },
  addPlainRoutes: addCalendarFeed,
}
