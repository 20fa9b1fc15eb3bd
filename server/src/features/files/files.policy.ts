import { seesPhoto } from '#features/visibility/photos.db.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { Actor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'

/** Everybody who sees the child sees its photo. Checked here, and again at each use of the link. */
export async function visiblePhoto(
  { db, actor }: Ctx,
  { params }: { params: { fileKey: string } },
): Promise<Authorised<string> | Refusal> {
  return (await seesPhoto(db, actor.sessionId, params.fileKey)) ? authorise(params.fileKey) : notFound
}

/** Any signed-in user may upload. */
export function uploader({ actor }: Ctx): Authorised<Actor> {
  return authorise(actor)
}
