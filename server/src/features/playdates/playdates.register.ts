import type { Feature } from '#http/feature.ts'
import { askRoutes } from './asks/asks.routes.ts'
import { goOnAsking } from './asks/asks.service.ts'
import { overviewAdminRoutes } from './overview/overview.admin-routes.ts'
import { playdateRoutes } from './playdates.routes.ts'
import { remindersJobs } from './reminders/reminders.jobs.ts'
import { seriesRoutes } from './series/series.routes.ts'
import { passSpotsOn } from './spots/spots.service.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'
import { endWaits } from './waits/waits.service.ts'

export const playdates: Feature = {
  routes: {
    app: [...playdateRoutes, ...askRoutes, ...seriesRoutes, ...suggestionRoutes],
    admin: overviewAdminRoutes,
  },
  jobs: remindersJobs,
  due: [endWaits, goOnAsking, passSpotsOn],
}
