import { m } from '@tagalong/contract/messages.ts'
import type { Phrase } from '@tagalong/contract/values/phrase.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import { answerablePlaydate, cancellablePlaydate } from '#features/playdates/playdates.policy.ts'
import { playdateChanged } from '#features/playdates/playdates.refusals.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findRoomOfPlaydate, isMessageOf, lockRoomForShare, type RoomRow } from './chat.db.ts'

/** Loads a room that the caller may read. */
export async function roomOfPlaydate(
  { db, actor }: CaregiverCtx,
  { params, query }: { params: { id: string }; query: { recipientCaregiverId?: string | undefined } },
): Promise<Authorised<RoomRow> | Refusal> {
  const which = { playdateId: params.id, recipientId: query.recipientCaregiverId ?? null }
  const row = await findRoomOfPlaydate(db, actor.caregiverId, which)
  return row ? authorise(row) : notFound
}

/** Loads a room to be marked as read; 404 if the message named isn't in it. */
export async function roomToRead(
  ctx: CaregiverCtx,
  input: Parameters<typeof roomOfPlaydate>[1] & { body: { upTo?: string | undefined } },
): Promise<Authorised<RoomRow> | Refusal> {
  const room = await roomOfPlaydate(ctx, input)
  const { upTo } = input.body
  if (room instanceof Refusal || upTo === undefined) return room
  return (await isMessageOf(ctx.db, room.id, upTo)) ? room : notFound
}

/** Loads a room in which the caller may write until the transaction ends. */
export async function openRoom(
  { db, actor }: CaregiverCtx,
  { body }: { body: { chatRoom: string } },
): Promise<Authorised<RoomRow> | Refusal> {
  const row = await lockRoomForShare(db, actor.caregiverId, body.chatRoom)
  if (!row) return notFound
  return row.read_only ? closed : authorise(row)
}

const closed = new Refusal(409, m.refusal_chat_closed)

/** A playdate that a call ends, perhaps with a phrase. */
export interface Ending {
  row: Authorised<PlaydateRow>
  /** The room the phrase is written in; null without a phrase. */
  room: RoomRow | null
}

/** Loads a request that waits for the caller's side to answer. With a phrase, its chat must be open to them, too. */
export async function rejectable(
  ctx: CaregiverCtx,
  { body }: { body: { id: string; version?: number | undefined; phrase?: Phrase | undefined } },
): Promise<Authorised<Ending> | Refusal> {
  const row = await answerablePlaydate(ctx, body)
  if (row instanceof Refusal) return row
  return body.phrase ? withRoom(ctx, row) : authorise({ row, room: null })
}

/** Loads a playdate that the caller may cancel. With a phrase, it must be a confirmed single with an open chat. */
export async function cancellable(
  ctx: CaregiverCtx,
  { body }: { body: { id: string; version?: number | undefined; phrase?: Phrase | undefined } },
): Promise<Authorised<Ending> | Refusal> {
  const row = await cancellablePlaydate(ctx, body)
  if (row instanceof Refusal) return row
  if (!body.phrase) return authorise({ row, room: null })
  return row.type === 'single' && row.status === 'accepted' ? withRoom(ctx, row) : playdateChanged
}

async function withRoom(
  ctx: CaregiverCtx,
  row: Authorised<PlaydateRow>,
): Promise<Authorised<Ending> | Refusal> {
  const which = { playdateId: row.id, recipientId: null }
  const room = await findRoomOfPlaydate(ctx.db, ctx.actor.caregiverId, which)
  return room && !room.read_only ? authorise({ row, room }) : closed
}
