import type { ChildFields, Slot } from '@tagalong/contract/features/children/children.contract.ts'
import { findSlots } from '@tagalong/contract/features/children/slots.rules.ts'
import { v7 as newId } from 'uuid'
import type { Allowed } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import type { Refusal } from '#http/refusal.ts'
import { type ChildHoursRow, type ChildRow, insertChildren, updateChild } from './children.db.ts'

/** Asked often enough, the answers would tell one child's hours. */
const questions = { name: 'availability-slots', points: 60, seconds: 3_600 }

/** Hours and how they fit; nothing of any child's hours is in the answer. */
export async function findAvailabilitySlots(
  ctx: Ctx<CaregiverActor>,
  children: Allowed<ChildHoursRow[]>,
  { from, to }: { from: string; to: string },
): Promise<Slot[] | Refusal> {
  const refused = await ctx.limits.use(questions, ctx.actor.caregiverId)
  if (refused) return refused
  const hours = children.map((row) => ({ availability: row.availability, timeZone: row.time_zone }))
  return findSlots(hours, Date.parse(from), Date.parse(to), ctx.actor.timeZone).map(({ start, fit }) => ({
    start: new Date(start).toISOString(),
    fit,
  }))
}

export async function createChild(
  ctx: Ctx<CaregiverActor>,
  actor: Allowed<CaregiverActor>,
  fields: ChildFields,
): Promise<ChildRow> {
  const [row] = await insertChildren(ctx.db, actor.caregiverId, [{ ...fields, id: newId() }])
  if (!row) throw new Error('a child just written is not there')
  return row
}

export function saveChild(
  ctx: Ctx<CaregiverActor>,
  child: Allowed<ChildRow>,
  fields: ChildFields,
): Promise<ChildRow> {
  return updateChild(ctx.db, child.id, fields)
}
