import * as calls from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import { route } from '#http/route.ts'
import { anyOverview } from './overview.policy.ts'
import { presentOverview } from './overview.present.ts'

export const overviewAdminRoutes = [
  route(calls.getCaregiverOverview, { policy: anyOverview, present: presentOverview }),
]
