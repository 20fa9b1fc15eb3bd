import { m } from '@tagalong/contract/messages.ts'
import type { Phrase } from '@tagalong/contract/values/phrase.ts'
import type { PlaydateRow } from '#features/playdates/playdate-people.ts'
import { answerablePlaydate, cancellablePlaydate } from '#features/playdates/playdates.policy.ts'
import { playdateChanged } from '#features/playdates/playdates.refusals.ts'
import { type Authorised, authorise } from '#http/authorised.ts'
import type { CaregiverCtx } from '#http/context.ts'
import { notFound, Refusal } from '#http/refusal.ts'
import { findRoomOfPlaydate, isMessageOf, lockRoomForShare, type RoomRow } from './chat.db.ts'

/** A room of a playdate that is open to the caller. */
export async function roomOfPlaydate(
  { db, actor }: CaregiverCtx,
  { params, query }: { params: { id: string }; query: { recipientCaregiverId?: string | undefined } },
): Promise<Authorised<RoomRow> | Refusal> {
  const which = { playdateId: params.id, recipientId: query.recipientCaregiverId ?? null }
  const row = await findRoomOfPlaydate(db, actor.caregiverId, which)
  return row ? authorise(row) : notFound
}

/** The same, to be read: up to a message of it, where one is named. */
export async function roomToRead(
  ctx: CaregiverCtx,
  input: Parameters<typeof roomOfPlaydate>[1] & { body: { upTo?: string | undefined } },
): Promise<Authorised<RoomRow> | Refusal> {
  const room = await roomOfPlaydate(ctx, input)
  const { upTo } = input.body
  if (room instanceof Refusal || upTo === undefined) return room
  return (await isMessageOf(ctx.db, room.id, upTo)) ? room : notFound
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

/** What ends by a call that may bring a phrase. */
export interface Ending {
  row: Authorised<PlaydateRow>
  /** Only with a phrase, which is written there. */
  room: RoomRow | null
}

/** A request that waits for the caller's side to answer; with a phrase, whose chat is open to the caller. */
export async function rejectable(
  ctx: CaregiverCtx,
  { body }: { body: { id: string; version?: number | undefined; phrase?: Phrase | undefined } },
): Promise<Authorised<Ending> | Refusal> {
  const row = await answerablePlaydate(ctx, body)
  if (row instanceof Refusal) return row
  return body.phrase ? withRoom(ctx, row) : authorise({ row, room: null })
}

/** Likewise what may be cancelled; with a phrase a confirmed single. */
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
