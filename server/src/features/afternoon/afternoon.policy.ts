import { lockCaregiverToChange } from '#db/locks.ts'
import { lockChildrenForUpdate } from '#features/children/children.db.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import { visiblePlaydate } from '#features/playdates/playdates.policy.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverActor, CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'

/** Loads a single that the caller sees as a guardian with its place; 404 for helpers and card-only viewers. */
export async function singleWithPlace(
  ctx: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Authorised<PlaydateRow> | Refusal> {
  const row = await visiblePlaydate(ctx, params.id)
  if (row instanceof Refusal) return row
  const seesPlace = row.role === 'guardian' && (row.sight === 'whole' || row.sight === 'quiet')
  return row.type === 'single' && seesPlace ? row : notFound
}

/** Allows lines of own children only. They are locked, so that if two guardians save at once the second is notified. */
export async function ownLines(
  { db, actor }: CaregiverCtx,
  { body: { notes } }: { body: { notes?: readonly { child: string }[] | undefined } },
): Promise<Authorised<CaregiverActor> | Refusal> {
  if (!notes?.length) return authorise(actor)
  // Their choice is written to the caregiver, which comes before the children in the order of locks.
  await lockCaregiverToChange(db, actor.caregiverId)
  const own = await lockChildrenForUpdate(db, actor.caregiverId)
  return notes.every(({ child }) => own.some(({ id }) => id === child)) ? authorise(actor) : notFound
}
