import * as calls from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { presentPage, presentValues } from '#http/lists/lists.ts'
import { route } from '#http/route.ts'
import { presentAuditEntry } from './audit-log.present.ts'
import { listAuditLog, listAuditValues } from './audit-log.service.ts'

export const auditAdminRoutes = [
  route(calls.listAuditLog, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listAuditLog(ctx, admin, query),
    present: presentPage(presentAuditEntry),
  }),
  route(calls.listAuditValues, {
    policy: administrator,
    handle: (ctx, admin, { query }) => listAuditValues(ctx, admin, query),
    present: presentValues,
  }),
]
