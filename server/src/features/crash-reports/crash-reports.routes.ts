import * as calls from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import { caller } from '#features/caregivers/caregivers.policy.ts'
import type { Actor } from '#http/context.ts'
import { presentNothing, route } from '#http/route.ts'
import { refuseManyReports, submitCrashReport } from './crash-reports.service.ts'

export const crashReportRoutes = [
  route(calls.submitCrashReport, {
    prepare: refuseManyReports,
    policy: caller<Actor>,
    handle: (ctx, actor, { body }) => submitCrashReport(ctx, actor, body),
    present: presentNothing,
  }),
]
