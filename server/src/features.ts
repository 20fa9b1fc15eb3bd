import { echo } from '@tagalong/contract/http/public.contract.ts'
import { afternoon } from '#features/afternoon/afternoon.register.ts'
import { auditLog } from '#features/audit-log/audit-log.register.ts'
import { anybody } from '#features/auth/auth.policy.ts'
import { auth } from '#features/auth/auth.register.ts'
import { billing } from '#features/billing/billing.register.ts'
import { broadcasts } from '#features/broadcasts/broadcasts.register.ts'
import { calendar } from '#features/calendar/calendar.register.ts'
import { caregivers } from '#features/caregivers/caregivers.register.ts'
import { chat } from '#features/chat/chat.register.ts'
import { children } from '#features/children/children.register.ts'
import { connections } from '#features/connections/connections.register.ts'
import { crashReports } from '#features/crash-reports/crash-reports.register.ts'
import { erasure } from '#features/erasure/erasure.register.ts'
import { files } from '#features/files/files.register.ts'
import { groups } from '#features/groups/groups.register.ts'
import { guardians } from '#features/guardians/guardians.register.ts'
import { notifications } from '#features/notifications/notifications.register.ts'
import { onboarding } from '#features/onboarding/onboarding.register.ts'
import { papers } from '#features/papers/papers.register.ts'
import { playdates } from '#features/playdates/playdates.register.ts'
import { push } from '#features/push/push.register.ts'
import { safety } from '#features/safety/safety.register.ts'
import { users } from '#features/users/users.register.ts'
import { yourData } from '#features/your-data/your-data.register.ts'
import type { Feature } from '#http/feature.ts'
import { route } from '#http/route.ts'

const echoRoute = route(echo, {
  policy: anybody,
  handle: ({ clock }) => ({ time: new Date(clock.now()).toISOString() }),
})

/** All features of the product, each with its calls, jobs and plain routes. */
export const features: readonly Feature[] = [
  { routes: { public: [echoRoute] } },
  files,
  users,
  auditLog,
  caregivers,
  auth,
  push,
  notifications,
  papers,
  guardians,
  children,
  connections,
  groups,
  billing,
  playdates,
  afternoon,
  chat,
  safety,
  onboarding,
  broadcasts,
  crashReports,
  erasure,
  yourData,
  calendar,
]
