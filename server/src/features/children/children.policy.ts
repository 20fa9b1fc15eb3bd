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

/** The caller's own children whole, those of a connection or fellow member as far as others may see them; else 404. */
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

/** Only its guardians read and change a child whole: 403 for others who see the child, 404 for those who don't. */
export async function ownChild(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<ChildRow> | Refusal> {
  const row = await findChild(db, actor.caregiverId, params.id)
  if (!row) return notFound
  return row.is_own ? authorise(row) : forbidden
}

/** `ownChild` to change or delete: the current row, locked so that nobody else changes it. */
export async function ownChildToChange(
  ctx: CaregiverCtx,
  input: { params: { id: string } },
): Promise<Authorised<ChildRow> | Refusal> {
  const row = await lockChildForUpdate(ctx.db, { id: input.params.id, caregiverId: ctx.actor.caregiverId })
  return row ? authorise(row) : ownChild(ctx, input)
}

/**
 * Own children, and those of connections and fellow members; 404 if the caller may not see one of them. At least one
 * must be their own: without it there is nothing to schedule, and the answer would be another family's week.
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
