import { m } from '@tagalong/contract/messages.ts'
import type { VisibleChildRow } from '#features/visibility/children.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { badInput, forbidden, notFound, type Refusal } from '#http/refusal.ts'
import {
  type ChildHoursRow,
  type ChildRow,
  findChild,
  findHours,
  listChildren,
  listVisibleChildren,
  lockChildForUpdate,
} from './children.db.ts'

/** The own children whole, a connection's or a fellow member's as far as others may see them; nobody else has any. */
export async function childrenOf(
  { db, actor }: CaregiverCtx,
  { params }: { params: { caregiverId: string } },
): Promise<Authorised<{ own: ChildRow[] } | { visible: VisibleChildRow[] }> | Refusal> {
  if (params.caregiverId === actor.caregiverId)
    return authorise({ own: await listChildren(db, actor.caregiverId) })
  const visible = await listVisibleChildren(db, {
    viewer: actor.caregiverId,
    caregiverId: params.caregiverId,
  })
  return visible.length > 0 ? authorise({ visible }) : notFound
}

/** Only its guardians read and change a child whole; friends see that it is there. */
export async function ownChild(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<ChildRow> | Refusal> {
  const row = await findChild(db, actor.caregiverId, params.id)
  if (!row) return notFound
  return row.is_own ? authorise(row) : forbidden
}

/** The same to change or delete it: as it is now that nobody else does. */
export async function ownChildToChange(
  ctx: CaregiverCtx,
  input: { params: { id: string } },
): Promise<Authorised<ChildRow> | Refusal> {
  const row = await lockChildForUpdate(ctx.db, { id: input.params.id, caregiverId: ctx.actor.caregiverId })
  return row ? authorise(row) : ownChild(ctx, input)
}

/**
 * Own children, and those of connections and fellow members; with one unseen the whole question is nobody's. Without
 * an own child there is nothing to schedule, and the answer would be another family's week.
 */
export async function childrenToSchedule(
  { db, actor }: CaregiverCtx,
  { body }: { body: { children: string[] } },
): Promise<Authorised<ChildHoursRow[]> | Refusal> {
  const ids = new Set(body.children)
  const rows = await findHours(db, { viewer: actor.caregiverId, ids: [...ids] })
  if (rows.length < ids.size) return notFound
  const hasOwn = rows.some(({ is_own }) => is_own)
  return hasOwn ? authorise(rows) : badInput('children', m.prompt_playdate_own_children)
}
