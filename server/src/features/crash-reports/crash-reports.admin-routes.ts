import * as calls from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists/lists.ts'
import { route } from '#http/route.ts'
import { changeCrashReport, listCrashReports, listCrashReportValues } from './crash-reports.admin.service.ts'
import { anyCrashReport } from './crash-reports.policy.ts'
import { presentCrashReport, presentWholeCrashReport } from './crash-reports.present.ts'

export const crashReportAdminRoutes = [
  route(calls.listCrashReports, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listCrashReports(ctx, admin, query),
    present: presentPage(presentCrashReport),
  }),
  route(calls.listCrashReportValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listCrashReportValues(ctx, admin, query),
    present: presentValues,
  }),
  route(calls.getCrashReport, { policy: anyCrashReport, present: presentWholeCrashReport }),
  audited(calls.changeCrashReport, {
    policy: anyCrashReport,
    handle: (ctx, report, { body }) => changeCrashReport(ctx, report, body.state),
    present: presentWholeCrashReport,
  }),
]
