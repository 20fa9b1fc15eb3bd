import {
  listAuditLog as listAuditLogCall,
  listAuditValues as listAuditValuesCall,
} from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import { administrator } from '#features/users/users.policy.ts'
import { presentPage, presentValues } from '#http/lists.ts'
import { route } from '#http/route.ts'
import { presentAuditEntry } from './audit-log.present.ts'
import { listAuditLog, listAuditValues } from './audit-log.service.ts'

export const auditAdminRoutes = [
  route(listAuditLogCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) =>
      presentPage(await listAuditLog(ctx, admin, query), presentAuditEntry),
  }),
  route(listAuditValuesCall, {
    policy: administrator,
    handle: async (ctx, admin, { query }) => presentValues(await listAuditValues(ctx, admin, query)),
  }),
]
