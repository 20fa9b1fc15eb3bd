import { pageOfMessages } from '@tagalong/contract/features/chat/chat.contract.ts'
import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { endSpell, sendTold } from '#features/notifications/notifications.service.ts'
import type { Allowed } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { insertMessage, listMessages, type MessageRow, markRead, type RoomRow } from './chat.db.ts'

type CaregiverCtx = Ctx<CaregiverActor>

export async function getRoom(
  { db }: CaregiverCtx,
  room: Allowed<RoomRow>,
  cursor: string | undefined,
): Promise<{ rows: MessageRow[]; nextCursor: string | null }> {
  const found = await listMessages(db, room.id, { cursor, limit: pageOfMessages + 1 })
  const rows = found.slice(0, pageOfMessages)
  return { rows, nextCursor: found.length > pageOfMessages ? (rows.at(-1)?.id ?? null) : null }
}

/** The statement that writes is what judges: it writes where the actor may, and nowhere else. */
export async function sendMessage(
  ctx: CaregiverCtx,
  actor: Allowed<CaregiverActor>,
  { roomId, text }: { roomId: string; text: string },
): Promise<MessageRow | Refusal> {
  const sent = await insertMessage(ctx.db, { id: newId(), roomId, senderId: actor.caregiverId, text })
  if (!sent) return notFound
  if (!sent.message) return closed
  await notify(ctx.db, { kind: 'frame', to: sent.members, frame: { chatroom: sent.playdate_id } })
  await sendTold(ctx, sent.told)
  return sent.message
}

const closed = new Refusal(409, 'This chat is closed, since the playdate is off.')

/** The reader's other devices are told, so that their marks vanish too. */
export async function markRoomRead(ctx: CaregiverCtx, room: Allowed<RoomRow>): Promise<void> {
  const { caregiverId, userId } = ctx.actor
  await endSpell(ctx, userId, room.id)
  if (!(await markRead(ctx.db, room.id, caregiverId))) return
  await notify(ctx.db, { kind: 'frame', to: [caregiverId], frame: { playdate: room.playdate_id } })
}
