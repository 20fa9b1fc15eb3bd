import { m } from '@tagalong/contract/messages.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findRoomOfPlaydate, lockRoomForShare, type RoomRow } from './chat.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

/** A room of a playdate that is open to the caller. */
export async function roomOfPlaydate(
  { db, actor }: CaregiverCtx,
  { params, query }: { params: { id: string }; query: { recipientCaregiverId?: string | undefined } },
): Promise<Authorised<RoomRow> | Refusal> {
  const which = { playdateId: params.id, recipientId: query.recipientCaregiverId ?? null }
  const row = await findRoomOfPlaydate(db, actor.caregiverId, which)
  return row ? authorise(row) : notFound
}

/** A room in which the caller may write, and may as long as the transaction lasts. */
export async function openRoom(
  { db, actor }: CaregiverCtx,
  { body }: { body: { chatRoom: string } },
): Promise<Authorised<RoomRow> | Refusal> {
  const row = await lockRoomForShare(db, actor.caregiverId, body.chatRoom)
  if (!row) return notFound
  return row.read_only ? closed : authorise(row)
}

const closed = new Refusal(409, m.refusal_chat_closed)
