import { type Allowed, allow } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findRoomOfPlaydate, findRoomToWrite, type RoomRow } from './chat.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

const closed = new Refusal(409, 'This chat is closed, since the playdate is off.')

/** The room of a playdate on whose sides the caller stands. */
export async function roomOfPlaydate(
  { db, actor }: CaregiverCtx,
  { params }: { params: { id: string } },
): Promise<Allowed<RoomRow> | Refusal> {
  const row = await findRoomOfPlaydate(db, actor.caregiverId, params.id)
  return row ? allow(row) : notFound
}

/** A room in which the caller may still write. */
export async function writableRoom(
  { db, actor }: CaregiverCtx,
  { body }: { body: { chatRoom: string } },
): Promise<Allowed<RoomRow> | Refusal> {
  const row = await findRoomToWrite(db, actor.caregiverId, body.chatRoom)
  if (!row) return notFound
  return row.read_only ? closed : allow(row)
}
