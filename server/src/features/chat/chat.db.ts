import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared, preparedChange } from '#db/prepared.ts'
import { type ToldRow, tellingOfRoom } from '#features/notifications/notifications.db.ts'
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
  return readPage(db, { roomId, cursor: cursor ?? afterAll, limit })
}

/** No id is as high. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const readPage = prepared((db, value: { roomId: string; cursor: string; limit: number }) =>
  messages(db)
    .where('message.room_id', '=', value.roomId)
    .where('message.id', '<', value.cursor)
    .orderBy('message.id', 'desc')
    .limit(value.limit),
)

function messages(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('caregiver', 'caregiver.id', 'message.sender_id')
    .select(['message.id', 'message.text', 'message.created_at', nameOfSender.as('sender')])
}

const nameOfSender = sql<MessageRow['sender']>`case when caregiver.id is not null then
  jsonb_build_object('id', caregiver.id, 'name', caregiver.name, 'last_name', caregiver.last_name) end`

/** A message that was written where the sender may write; null where the room is closed. */
export interface SentRow {
  playdate_id: string
  /** Whoever may read it. */
  members: string[]
  message: MessageRow | null
  told: ToldRow[]
}

interface NewMessage {
  id: string
  roomId: string
  senderId: string
  text: string
}

/**
 * Writes into a room that is open to the sender, and tells the others who may read there; undefined where there is no
 * such room. One statement, which judges and writes. It holds the playdate as it is until the transaction ends:
 * nobody writes into a chat that is just being closed.
 */
export async function insertMessage(db: Db, message: NewMessage): Promise<SentRow | undefined> {
  const [row] = await insert(db, message)
  if (!row) return undefined
  const { id, text, created_at, sender, told, ...room } = row
  return { ...room, message: id === null ? null : { id, text, created_at, sender }, told: told ?? [] }
}

type Inserted = Omit<SentRow, 'message' | 'told'> &
  (MessageRow | { [Column in keyof MessageRow]: null }) & { told: ToldRow[] | null }

const insert = preparedChange((db, value: NewMessage) => ({
  compile: () =>
    sql<Inserted>`
      with room as (
        select chat_room.id, chat_room.playdate_id, ${isClosed} as read_only, ${readersOf} as members
        from chat_room
        join playdate on playdate.id = chat_room.playdate_id
        join playdate_caregiver mine on mine.playdate_id = playdate.id and mine.caregiver_id = ${value.senderId}
        where chat_room.id = ${value.roomId} and ${mayRead(value.senderId)}
        for share of playdate
      ), sent as (
        insert into message (id, room_id, sender_id, text)
        select ${value.id}, room.id, ${value.senderId}, ${value.text} from room where not room.read_only
        returning id, text, created_at, sender_id
      ), reader as (
        select user_id from caregiver
        where id = any((select members::uuid[] from room where exists (select from sent))::uuid[])
          and id <> ${value.senderId} and user_id is not null
      ), ${tellingOfRoom({
        id: sql`${value.id}`,
        roomId: sql`${value.roomId}::uuid`,
        title: sql`'{name} sent you a message'`,
        url: sql`'/view-playdate-information/' || (select playdate_id from room)`,
        aboutId: sql`${value.senderId}::uuid`,
      })}
      select room.playdate_id, room.members, sent.id, sent.text, sent.created_at, ${nameOfSender} as sender,
        (select json_agg(told) from told) as told
      from room left join sent on true left join caregiver on caregiver.id = sent.sender_id`.compile(db),
}))

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
      from (select id from message where room_id = ${value.roomId} order by id desc limit 1) newest
      on conflict (room_id, caregiver_id) do update set message_id = excluded.message_id
        where chat_read.message_id < excluded.message_id
      returning room_id`.compile(db),
}))
