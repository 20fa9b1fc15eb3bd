import { titleOf } from '@tagalong/contract/features/notices/notices.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { aboveAllIds } from '#db/cursor.ts'
import type { Db } from '#db/database.ts'
import { prepared, preparedChange } from '#db/prepared.ts'
import { type ToldRow, tellingOfRooms, userOf } from '#features/notifications/notifications.db.ts'
import { mayRead, readersOf } from '#features/visibility/chat.db.ts'

export interface RoomRow {
  id: string
  playdate_id: string
  read_only: boolean
  /** Whoever may read and write here. */
  members: string[]
}

const isClosed = sql<boolean>`playdate.status in ('rejected', 'cancelled')`

/** Those rooms of playdates on whose sides the viewer stands that are open to the viewer. */
function rooms(db: Db, viewer: string) {
  return db
    .selectFrom('chat_room')
    .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
    .where('mine.caregiver_id', '=', viewer)
    .where(mayRead(viewer))
    .select(['chat_room.id', 'chat_room.playdate_id', isClosed.as('read_only'), readersOf.as('members')])
}

/** The room of all; of an event with a recipient named, the private one. */
export async function findRoomOfPlaydate(
  db: Db,
  viewer: string,
  room: { playdateId: string; recipientId: string | null },
): Promise<RoomRow | undefined> {
  const [row] = await findRoom(db, { viewer, ...room })
  return row
}

const findRoom = prepared((db, value: { viewer: string; playdateId: string; recipientId: string | null }) =>
  rooms(db, value.viewer)
    .where('playdate.id', '=', value.playdateId)
    .where('chat_room.recipient_id', 'is not distinct from', value.recipientId),
)

export interface MessageRow {
  id: string
  text: string
  created_at: Date
  sender: { id: string; name: string; last_name: string } | null
}

/** Newest first; with a cursor those older than that message. */
export function listMessages(
  db: Db,
  roomId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<MessageRow[]> {
  return readPage(db, { roomId, cursor: cursor ?? aboveAllIds, limit })
}

const readPage = prepared((db, value: { roomId: string; cursor: string; limit: number }) =>
  messages(db)
    .where('message.room_id', '=', value.roomId)
    .where(sql<boolean>`(message.seq, message.id) < (
      coalesce((select seq from message where id = ${value.cursor}), ${aboveAllSeqs}), ${value.cursor}::uuid)`)
    .orderBy('message.seq', 'desc')
    .orderBy('message.id', 'desc')
    .limit(value.limit),
)

const aboveAllSeqs = sql.lit('9223372036854775807')

function messages(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('caregiver', 'caregiver.id', 'message.sender_id')
    .select(['message.id', 'message.text', 'message.created_at', nameOfSender.as('sender')])
}

const nameOfSender = sql<MessageRow['sender']>`case when caregiver.id is not null then
  jsonb_build_object('id', caregiver.id, 'name', caregiver.name, 'last_name', caregiver.last_name) end`

export interface NewMessage {
  id: string
  roomId: string
  senderId: string
  text: string
}

/** A message that was written where the sender may write; null where the room is closed. */
export interface SentRow {
  playdate_id: string
  /** Whoever may read it. */
  members: string[]
  message: MessageRow | null
  /** Whom it told; of several in one room the first did. */
  told: ToldRow[]
}

/**
 * Writes each into its room where that is open to the sender, and tells the others who may read there; undefined where
 * there is no such room. One statement, which judges and writes. It holds the senders, and the playdates as they are,
 * until the transaction ends: nobody writes who is just being erased, or into a chat that is just being closed.
 * @param whereBusy where somebody is just changing such a playdate: wait for them, or fail at once
 */
export async function insertMessages(
  db: Db,
  messages: readonly NewMessage[],
  whereBusy: 'wait' | 'fail',
): Promise<(SentRow | undefined)[]> {
  const insert = whereBusy === 'wait' ? insertWaiting : insertOrFail
  const rows = await insert(db, {
    ids: messages.map(({ id }) => id),
    roomIds: messages.map(({ roomId }) => roomId),
    senderIds: messages.map(({ senderId }) => senderId),
    texts: messages.map(({ text }) => text),
  })
  const sent = new Map(rows.map((row) => [row.message_id, sentOf(row)]))
  return messages.map(({ id }) => sent.get(id))
}

type Inserted = Omit<SentRow, 'message' | 'told'> & { message_id: string; told: ToldRow[] | null } & (
    | MessageRow
    | { [Column in keyof MessageRow]: null }
  )

function sentOf({ playdate_id, members, told, ...row }: Inserted): SentRow {
  const { id, text, created_at, sender } = row
  const message = id === null ? null : { id, text, created_at, sender }
  return { playdate_id, members, message, told: told ?? [] }
}

const notice = { message: 'chat.message', params: {} } as const
const news = { ...notice, params: JSON.stringify(notice.params), title: titleOf(notice) }

interface NewMessages {
  ids: string[]
  roomIds: string[]
  senderIds: string[]
  texts: string[]
}

const insertWaiting = preparedChange((db, value: NewMessages) => ({
  compile: () => inserting(value, sql``).compile(db),
}))
const insertOrFail = preparedChange((db, value: NewMessages) => ({
  compile: () => inserting(value, sql`nowait`).compile(db),
}))

/** Each room, member and name is looked up by itself, so that one plan serves any number of messages. */
function inserting(value: NewMessages, whereBusy: RawBuilder<unknown>): RawBuilder<Inserted> {
  return sql<Inserted>`
    with room as materialized (
      select asked.id as message_id, asked.sender_id, asked.text, found.id, found.playdate_id, found.read_only,
        found.members
      from unnest((select ${value.ids}::uuid[]), (select ${value.roomIds}::uuid[]),
        (select ${value.senderIds}::uuid[]), (select ${value.texts}::text[])) asked (id, room_id, sender_id, text)
      cross join lateral (
        select chat_room.id, chat_room.playdate_id, ${isClosed} as read_only, ${readersOf} as members
        from chat_room
        join playdate on playdate.id = chat_room.playdate_id
        join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = asked.sender_id
        join caregiver sender on sender.id = asked.sender_id
        where chat_room.id = asked.room_id and sender.deleted_at is null
          and ${mayRead(sql.ref('mine.caregiver_id'))}
        limit 1 for key share of sender ${whereBusy} for share of playdate ${whereBusy}) found
    ), sent as (
      insert into message (id, room_id, sender_id, text)
      select message_id, id, sender_id, text from room where not read_only order by id, message_id
      returning id, text, created_at, sender_id
    ), reader as (
      select distinct on (caregiver.user_id, room.id) caregiver.user_id, room.id as room_id, room.message_id,
        '/view-playdate-information/' || room.playdate_id as url, room.sender_id as about_id
      from room
      cross join lateral unnest(room.members) member (id)
      cross join lateral (${userOf(sql`member.id::uuid`)}) caregiver
      where not room.read_only and member.id::uuid <> room.sender_id
      order by caregiver.user_id, room.id, room.message_id
    ), ${tellingOfRooms(news)}
    select room.message_id, room.playdate_id, room.members, sent.id, sent.text, sent.created_at,
      ${nameOfSender} as sender,
      case when row_number() over (partition by room.id order by room.message_id) = 1
        then (select json_agg(told) from told where told.room_id = room.id) end as told
    from room
    left join sent on sent.id = room.message_id
    left join lateral (
      select id, name, last_name from caregiver where id = sent.sender_id limit 1) caregiver on true`
}

/** True where there was something new to read. */
export async function markRead(db: Db, roomId: string, caregiverId: string): Promise<boolean> {
  const rows = await insertRead(db, { roomId, caregiverId })
  return rows.length > 0
}

const insertRead = preparedChange((db, value: { roomId: string; caregiverId: string }) => ({
  compile: () =>
    sql<{ room_id: string }>`
      insert into chat_read (room_id, caregiver_id, message_id)
      select ${value.roomId}::uuid, ${value.caregiverId}::uuid, newest.id
      from (
        select id from message where room_id = ${value.roomId} order by seq desc, id desc limit 1) newest
      on conflict (room_id, caregiver_id) do update set message_id = excluded.message_id
        where (${seqOf(sql`chat_read.message_id`)}, chat_read.message_id)
          < (${seqOf(sql`excluded.message_id`)}, excluded.message_id)
      returning room_id`.compile(db),
}))

/** Where a message stands in its room; ids only tell apart those that are older than the column. */
function seqOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select seq from message where id = ${id}), 0)`
}
