import { lockCaregiverToChange, lockChildrenOfForShare } from '#db/locks.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'

/** The caller's own children, each once. Locks the caregiver, so that simultaneous calls are counted in turn. */
export async function childrenToBeAway(
  { db, actor }: CaregiverCtx,
  { body }: { body: { children: string[] } },
): Promise<Authorised<string[]> | Refusal> {
  await lockCaregiverToChange(db, actor.caregiverId)
  const own = await lockChildrenOfForShare(db, actor.caregiverId)
  const ids = [...new Set(body.children)]
  return ids.every((id) => own.includes(id)) ? authorise(ids) : notFound
}
