import * as calls from '@tagalong/contract/features/safety/changes.contract.ts'
import { route } from '#http/route.ts'
import { presentMadeReport } from '../reports/reports.present.ts'
import { refuseManyReports } from '../reports/reports.service.ts'
import { changeToReport, placeChange } from './changes.policy.ts'
import { presentPlaceChange } from './changes.present.ts'
import { getPlaceChange, reportPlaceChange } from './changes.service.ts'

export const changeRoutes = [
  route(calls.getPlaceChange, {
    policy: placeChange,
    handle: getPlaceChange,
    present: presentPlaceChange,
  }),
  route(calls.reportPlaceChange, {
    prepare: refuseManyReports,
    policy: changeToReport,
    handle: (ctx, administrator, { body }) => reportPlaceChange(ctx, administrator, body),
    present: presentMadeReport,
  }),
]
