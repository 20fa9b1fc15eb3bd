import type { AuditColumn } from '@tagalong/contract/features/audit-log/audit-log.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { listHidden, listAuditLog as listRows, listAuditValues as listValueRows } from './audit-log.db.ts'

export async function listAuditLog(ctx: Ctx, admin: Authorised<Actor>, ask: ListQuery<AuditColumn>) {
  return listRows(ctx.db, await listHidden(ctx.db, admin), ask)
}

export async function listAuditValues(ctx: Ctx, admin: Authorised<Actor>, ask: ValuesQuery<AuditColumn>) {
  return listValueRows(ctx.db, await listHidden(ctx.db, admin), ask)
}
