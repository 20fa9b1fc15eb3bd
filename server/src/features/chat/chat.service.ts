import { pageOfMessages } from '@tagalong/contract/features/chat/chat.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { type Phrase, phraseOf, textOfPhrase } from '@tagalong/contract/values/phrase.ts'
import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { notifyCaregivers, readNotificationsOfRoom } from '#features/notifications/notifications.service.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import * as playdates from '#features/playdates/playdates.service.ts'
import { moveClock } from '#features/playdates/waits/waits.service.ts'
import type { Authorised } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { Refusal } from '#http/refusal.ts'
import {
  hasUnread,
  insertMessage,
  listMessages,
  type MessageRow,
  markRead,
  nameWriter,
  type RoomRow,
} from './chat.db.ts'
import type { Ending } from './chat.policy.ts'

export async function getRoom(
  { db, actor }: CaregiverCtx,
  room: Authorised<RoomRow>,
  cursor: string | undefined,
): Promise<{ room: RoomRow; rows: MessageRow[]; nextCursor: string | null }> {
  const found = await listMessages(db, actor.caregiverId, room.id, { cursor, limit: pageOfMessages + 1 })
  const rows = found.slice(0, pageOfMessages)
  return { room, rows, nextCursor: found.length > pageOfMessages ? (rows.at(-1)?.id ?? null) : null }
}

const messages = { name: 'messages', points: 60, seconds: 60, text: refusalTexts.aLotAtOnce }

export function refuseManyMessages({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(messages, actor.caregiverId)
}

export async function sendMessage(
  ctx: CaregiverCtx,
  room: Authorised<RoomRow>,
  { text, phrase }: { text: string; phrase?: string | undefined },
): Promise<MessageRow> {
  const { caregiverId } = ctx.actor
  if (!room.is_named) await nameWriter(ctx.db, room.id, caregiverId)
  const found = phraseOf(text)
  const message = await addMessage(ctx, room, { text, phrase: found === phrase ? found : null })
  if (room.has_wait) await moveClock(ctx, { id: room.playdate_id, members: room.members })
  const others = room.members.filter((id) => id !== caregiverId)
  await notifyCaregivers(ctx, others, {
    message: 'chat.message',
    params: {},
    url: `/view-playdate-information/${room.playdate_id}`,
    about: caregiverId,
    room: room.id,
  })
  return message
}

/** Everybody in the room gets a frame at once; `sendMessage` decides who is notified. */
async function addMessage(
  { db, actor }: CaregiverCtx,
  room: RoomRow,
  { text, phrase }: { text: string; phrase: Phrase | null },
): Promise<MessageRow> {
  const message = { id: newId(), roomId: room.id, senderId: actor.caregiverId, text, phrase }
  const row = await insertMessage(db, message)
  await notify(db, { kind: 'frame', to: room.members, frame: { chatroom: room.playdate_id } })
  return row
}

/** Rejects the playdate. A phrase is its chat's last message. The others are notified of the no, not of the phrase. */
export async function rejectPlaydate(
  ctx: CaregiverCtx,
  { row, room }: Authorised<Ending>,
  phrase: Phrase | undefined,
): Promise<PlaydateRow | Refusal> {
  const rejected = await playdates.rejectPlaydate(ctx, row)
  if (rejected instanceof Refusal) return rejected
  if (room && phrase) await addMessage(ctx, room, { text: textOfPhrase(phrase), phrase })
  return rejected
}

/** Cancels the playdate, with a phrase as in `rejectPlaydate`. */
export async function cancelPlaydate(
  ctx: CaregiverCtx,
  { row, room }: Authorised<Ending>,
  { reason, phrase }: { reason?: string | undefined; phrase?: Phrase | undefined },
): Promise<PlaydateRow | Refusal> {
  const cancelled = await playdates.cancelPlaydate(ctx, row, reason)
  if (cancelled instanceof Refusal) return cancelled
  if (room && phrase) await addMessage(ctx, room, { text: textOfPhrase(phrase), phrase })
  return cancelled
}

/** The reader's other devices get a frame, so that their unread marks vanish too. */
export async function markRoomRead(
  ctx: CaregiverCtx,
  room: Authorised<RoomRow>,
  upTo: string | undefined,
): Promise<void> {
  const { caregiverId, userId } = ctx.actor
  const isNew = await markRead(ctx.db, room.id, caregiverId, upTo)
  // A room's notification stands for everything unread in it.
  if (!(await hasUnread(ctx.db, room.id, caregiverId))) await readNotificationsOfRoom(ctx, userId, room.id)
  if (!isNew) return
  await notify(ctx.db, { kind: 'frame', to: [caregiverId], frame: { playdate: room.playdate_id } })
}
