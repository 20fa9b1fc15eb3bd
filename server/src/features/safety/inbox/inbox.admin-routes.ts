import * as calls from '@tagalong/contract/features/safety/inbox.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { audited } from '#http/audit.ts'
import { presentPage } from '#http/lists/lists.ts'
import { route } from '#http/route.ts'
import { decideReports, refuseUnlessFresh } from './decide.admin.service.ts'
import { readableSubject, reportToLookAt } from './inbox.admin.policy.ts'
import { presentInboxRow, presentLook, presentOpened } from './inbox.admin.present.ts'
import { getReports, listReports, lookAtReport } from './inbox.admin.service.ts'

export const inboxRoutes = [
  route(calls.listReports, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listReports(ctx, admin, query),
    present: presentPage(presentInboxRow),
  }),
  route(calls.getReports, { policy: readableSubject, handle: getReports, present: presentOpened }),
  audited(calls.lookAtReport, {
    policy: reportToLookAt,
    handle: (ctx, report, { body }) => lookAtReport(ctx, report, body.what),
    present: presentLook,
  }),
  audited(calls.decideReports, {
    prepare: (ctx, { body }) => refuseUnlessFresh(ctx, body),
    locks: 'administrators',
    policy: readableSubject,
    handle: (ctx, subject, { body }) => decideReports(ctx, subject, body),
    present: presentOpened,
  }),
]
