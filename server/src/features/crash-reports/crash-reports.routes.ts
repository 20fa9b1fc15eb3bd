import { submitCrashReport as submitCrashReportCall } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { oneself } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { route } from '#http/route.ts'
import { refuseManyReports, submitCrashReport } from './crash-reports.service.ts'

export const crashReportRoutes = [
  route(submitCrashReportCall, {
    prepare: refuseManyReports,
    policy: oneself<Actor>,
    async handle(ctx, actor, { body }) {
      await submitCrashReport(ctx, actor, body)
      return {}
    },
  }),
]
