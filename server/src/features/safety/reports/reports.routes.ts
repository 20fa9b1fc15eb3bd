import * as calls from '@tagalong/contract/features/safety/reports.contract.ts'
import { route } from '#http/route.ts'
import { reportable } from './reports.policy.ts'
import { presentMadeReport } from './reports.present.ts'
import { createReport, refuseManyReports } from './reports.service.ts'

export const reportRoutes = [
  route(calls.createReport, {
    prepare: refuseManyReports,
    policy: reportable,
    handle: (ctx, target, { body }) => createReport(ctx, target, body),
    present: presentMadeReport,
  }),
]
