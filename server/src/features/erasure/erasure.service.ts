import { notify } from '#db/listen.ts'
import type { ChildRow } from '#features/children/children.db.ts'
import { erasePhotos } from '#features/files/files.service.ts'
import type { Allowed } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { eraseChild, removeFromComing } from './erasure.db.ts'

/** Its name is in no list, request or playdate any more; everybody whose playdate changed is told. */
export async function deleteChild(
  ctx: Ctx<CaregiverActor>,
  child: Allowed<ChildRow>,
): Promise<Refusal | null> {
  const changed = await removeFromComing(ctx.db, { childId: child.id, now: new Date(ctx.clock.now()) })
  if (!(await eraseChild(ctx.db, child.id))) return notFound
  if (child.photo) await erasePhotos(ctx, [child.photo])
  for (const { id, caregivers } of changed) {
    await notify(ctx.db, { kind: 'frame', to: caregivers, frame: { playdate: id } })
  }
  return null
}
