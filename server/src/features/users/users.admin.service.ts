import type { UserColumn } from '@tagalong/contract/features/users/users.admin.contract.ts'
import type { ListQuery, ValuesQuery } from '@tagalong/contract/http/lists.ts'
import type { Authorised } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { listUsers as listRows, listUserValues as listValueRows } from './users.admin.db.ts'

export function listUsers(ctx: Ctx, _admin: Authorised<Actor>, ask: ListQuery<UserColumn>) {
  return listRows(ctx.db, ask)
}

export function listUserValues(ctx: Ctx, _admin: Authorised<Actor>, ask: ValuesQuery<UserColumn>) {
  return listValueRows(ctx.db, ask)
}
