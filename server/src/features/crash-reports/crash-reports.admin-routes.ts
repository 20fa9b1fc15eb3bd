import {
  changeCrashReport as changeCrashReportCall,
  getCrashReport,
  listCrashReports as listCrashReportsCall,
  listCrashReportValues as listCrashReportValuesCall,
} from '@tagalong/contract/features/crash-reports/crash-reports.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage, presentValues } from '#http/lists.ts'
import { route } from '#http/route.ts'
import { changeCrashReport, listCrashReports, listCrashReportValues } from './crash-reports.admin.service.ts'
import { anyCrashReport } from './crash-reports.policy.ts'
import { presentCrashReport, presentWholeCrashReport } from './crash-reports.present.ts'

export const crashReportAdminRoutes = [
  route(listCrashReportsCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listCrashReports(ctx, admin, query), presentCrashReport),
  }),
  route(listCrashReportValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listCrashReportValues(ctx, admin, query)),
  }),
  route(getCrashReport, { policy: anyCrashReport, handle: (_ctx, row) => presentWholeCrashReport(row) }),
  route(
    changeCrashReportCall,
    audited(changeCrashReportCall, {
      policy: anyCrashReport,
      act: (ctx, report, { body }) => changeCrashReport(ctx, report, body.state),
      present: presentWholeCrashReport,
    }),
  ),
]
