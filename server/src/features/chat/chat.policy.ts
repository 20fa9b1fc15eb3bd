import { type Allowed, allow } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, type Refusal } from '#http/refusal.ts'
import { findRoomOfPlaydate, type RoomRow } from './chat.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

/** A room of a playdate that is open to the caller. */
export async function roomOfPlaydate(
  { db, actor }: CaregiverCtx,
  { params, query }: { params: { id: string }; query: { recipientCaregiverId?: string | undefined } },
): Promise<Allowed<RoomRow> | Refusal> {
  const which = { playdateId: params.id, recipientId: query.recipientCaregiverId ?? null }
  const row = await findRoomOfPlaydate(db, actor.caregiverId, which)
  return row ? allow(row) : notFound
}
