import { administrator, anyUser } from '#features/users/users.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { type AnyChildRow, findAnyChild, listChildrenOfUser } from './children.admin.db.ts'

type ById = { params: { id: string } }

export async function anyChild(ctx: Ctx, { params }: ById): Promise<Authorised<AnyChildRow> | Refusal> {
  const admin = await administrator(ctx)
  if (admin instanceof Refusal) return admin
  const row = await findAnyChild(ctx.db, params.id)
  return row ? authorise(row) : notFound
}

export async function childrenOfUser(ctx: Ctx, input: ById): Promise<Authorised<AnyChildRow[]> | Refusal> {
  const user = await anyUser(ctx, input)
  if (user instanceof Refusal) return user
  return authorise(await listChildrenOfUser(ctx.db, user.id))
}
