import { getCaregiverOverview } from '@tagalong/contract/features/playdates/overview.admin.contract.ts'
import { route } from '#http/route.ts'
import { anyOverview } from './overview.policy.ts'
import { presentOverview } from './overview.present.ts'

export const overviewAdminRoutes = [
  route(getCaregiverOverview, { policy: anyOverview, handle: (_ctx, found) => presentOverview(found) }),
]
