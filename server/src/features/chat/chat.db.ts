import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { mayRead, readersOf } from '#features/visibility/chat.db.ts'

export interface RoomRow {
  id: string
  playdate_id: string
  read_only: boolean
  /** Whoever may read and write here. */
  members: string[]
}

/** Those rooms of playdates on whose sides the viewer stands that are open to the viewer. */
function rooms(db: Db, viewer: string) {
  return db
    .selectFrom('chat_room')
    .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
    .where('mine.caregiver_id', '=', viewer)
    .where(mayRead(viewer))
    .select([
      'chat_room.id',
      'chat_room.playdate_id',
      sql<boolean>`playdate.status in ('rejected', 'cancelled')`.as('read_only'),
      readersOf.as('members'),
    ])
}

/** The room of all; of an event with a recipient named, the private one. */
export function findRoomOfPlaydate(
  db: Db,
  viewer: string,
  { playdateId, recipientId }: { playdateId: string; recipientId: string | null },
): Promise<RoomRow | undefined> {
  return rooms(db, viewer)
    .where('playdate.id', '=', playdateId)
    .where('chat_room.recipient_id', recipientId ? '=' : 'is', recipientId)
    .executeTakeFirst()
}

/** Holds the playdate as it is until the transaction ends: nobody writes into a chat that is just being closed. */
export async function findRoomToWrite(db: Db, viewer: string, id: string): Promise<RoomRow | undefined> {
  const [row] = await findToWrite(db, { viewer, id })
  return row
}

const findToWrite = prepared((db, { viewer, id }: { viewer: string; id: string }) =>
  rooms(db, viewer).where('chat_room.id', '=', id).forShare('playdate'),
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
  let query = messages(db).where('message.room_id', '=', roomId)
  if (cursor) query = query.where('message.id', '<', cursor)
  return query.orderBy('message.id', 'desc').limit(limit).execute()
}

function messages(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('caregiver', 'caregiver.id', 'message.sender_id')
    .select(['message.id', 'message.text', 'message.created_at', nameOfSender.as('sender')])
}

const nameOfSender = sql<MessageRow['sender']>`case when caregiver.id is not null then
  jsonb_build_object('id', caregiver.id, 'name', caregiver.name, 'last_name', caregiver.last_name) end`

export async function insertMessage(
  db: Db,
  message: { id: string; roomId: string; senderId: string; text: string },
): Promise<MessageRow> {
  const [row] = await insert(db, message)
  if (!row) throw new Error('a message just written is not there')
  return row
}

const insert = prepared((db, value: { id: string; roomId: string; senderId: string; text: string }) =>
  db
    .with('sent', (sending) =>
      sending
        .insertInto('message')
        .values({ id: value.id, room_id: value.roomId, sender_id: value.senderId, text: value.text })
        .returning(['id', 'text', 'created_at', 'sender_id']),
    )
    .selectFrom('sent')
    .innerJoin('caregiver', 'caregiver.id', 'sent.sender_id')
    .select(['sent.id', 'sent.text', 'sent.created_at', nameOfSender.as('sender')]),
)

/** True where there was something new to read. */
export async function markRead(db: Db, roomId: string, caregiverId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_read (room_id, caregiver_id, message_id)
    select ${roomId}, ${caregiverId}, newest.id
    from (select id from message where room_id = ${roomId} order by id desc limit 1) newest
    on conflict (room_id, caregiver_id) do update set message_id = excluded.message_id
      where chat_read.message_id < excluded.message_id
    returning room_id`.execute(db)
  return rows.length > 0
}
