import { pageOfMessages } from '@tagalong/contract/features/chat/chat.contract.ts'
import { refusalTexts } from '@tagalong/contract/http/refusal-texts.ts'
import { v7 as newId } from 'uuid'
import { notify } from '#db/listen.ts'
import { endSpell, sendAllTold } from '#features/notifications/notifications.service.ts'
import type { Allowed } from '#http/allowed.ts'
import type { CaregiverActor, Ctx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { insertMessages, listMessages, type MessageRow, markRead, type RoomRow } from './chat.db.ts'

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

const messages = { name: 'messages', points: 60, seconds: 60, text: refusalTexts.aLotAtOnce }

/** Before the transaction, which many messages share. */
export function refuseManyMessages({ limits, actor }: CaregiverCtx): Promise<Refusal | null> {
  return limits.use(messages, actor.caregiverId)
}

type Sending = Pick<CaregiverCtx, 'db' | 'queue'>

interface Said {
  /** The room's own id. */
  roomId: string
  text: string
}

/** The statement that writes is what judges: it writes where the actor may, and nowhere else. */
export async function sendMessage(
  ctx: Sending,
  actor: Allowed<CaregiverActor>,
  said: Said,
): Promise<MessageRow | Refusal> {
  const [outcome = notFound] = await sendAll(ctx, [{ actor, ...said }], 'wait')
  return outcome
}

/** Several of one moment, by as many statements. Fails where somebody is just changing one of the playdates. */
export function sendMessages(
  ctx: Sending,
  messages: readonly (Said & { actor: Allowed<CaregiverActor> })[],
): Promise<(MessageRow | Refusal)[]> {
  return sendAll(ctx, messages, 'fail')
}

async function sendAll(
  ctx: Sending,
  messages: readonly (Said & { actor: Allowed<CaregiverActor> })[],
  whereBusy: 'wait' | 'fail',
): Promise<(MessageRow | Refusal)[]> {
  const fresh = messages.map(({ actor, roomId, text }) => ({
    id: newId(),
    roomId,
    senderId: actor.caregiverId,
    text,
  }))
  const sent = await insertMessages(ctx.db, fresh, whereBusy)
  for (const each of sent) {
    if (!each?.message) continue
    await notify(ctx.db, { kind: 'frame', to: each.members, frame: { chatroom: each.playdate_id } })
  }
  await sendAllTold(
    ctx,
    sent.map((each) => each?.told ?? []),
  )
  return sent.map((each) => (each ? (each.message ?? closed) : notFound))
}

const closed = new Refusal(409, 'This chat is closed, since the playdate is off.')

/** The reader's other devices are told, so that their marks vanish too. */
export async function markRoomRead(ctx: CaregiverCtx, room: Allowed<RoomRow>): Promise<void> {
  const { caregiverId, userId } = ctx.actor
  await endSpell(ctx, userId, room.id)
  if (!(await markRead(ctx.db, room.id, caregiverId))) return
  await notify(ctx.db, { kind: 'frame', to: [caregiverId], frame: { playdate: room.playdate_id } })
}
