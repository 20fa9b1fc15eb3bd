import { type RawBuilder, sql } from 'kysely'
import { aboveAllIds, belowAllIds } from '#db/cursor.ts'
import type { Db } from '#db/db.ts'
import { prepared, preparedChange } from '#db/prepared.ts'
import { mayRead, readersOf } from '#features/visibility/chat.db.ts'
import { type NameRow, nameForIfAny, nameOf } from '#features/visibility/names.db.ts'
import { actedFor } from '#features/visibility/playdates.db.ts'
import { areApart, isOver } from '#features/visibility/visibility.db.ts'

export interface RoomRow {
  id: string
  playdate_id: string
  read_only: boolean
  /** The caregivers who may read and write here. */
  members: string[]
  /** True if the viewer is named to the other side. */
  is_named: boolean
  /** True for a request that waits for its answer until a certain time. */
  has_wait: boolean
}

/** The other caregiver in a private room. */
const otherIn = (viewer: string) =>
  sql<string>`case chat_room.recipient_id when ${viewer} then playdate.owner_id else chat_room.recipient_id end`

/**
 * True if the playdate is off, or the viewer is apart from the other caregiver in a private room or, of a single, from
 * one who acted for a child of the other side.
 */
function isClosed(viewer: string) {
  return sql<boolean>`(playdate.status in ('rejected', 'cancelled')
    or chat_room.recipient_id is not null and ${areApart(viewer, otherIn(viewer))}
    or playdate.type = 'single' and exists (
      select from (
        select coalesce(${actedFor('other')}, other.caregiver_id) as id from playdate_child other
        where other.playdate_id = playdate.id and other.side <> mine.side offset 0) acted
      where ${areApart(viewer, sql.ref<string>('acted.id'))}))`
}

/** Selects the rooms that the viewer may read. */
function rooms(db: Db, viewer: string) {
  return db
    .selectFrom('chat_room')
    .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
    .where('mine.caregiver_id', '=', viewer)
    .where(mayRead(viewer))
    .select([
      'chat_room.id',
      sql<string>`coalesce(playdate.copy_of, playdate.id)`.as('playdate_id'),
      isClosed(viewer).as('read_only'),
      readersOf.as('members'),
      'mine.shown as is_named',
      sql<boolean>`(playdate.wait is not null and playdate.status = 'pending')`.as('has_wait'),
    ])
}

/** Returns the room of all, or an event's private room if a recipient is named. */
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
    .where(sql<boolean>`(playdate.id = ${value.playdateId}
      or playdate.copy_of = ${value.playdateId} and playdate.copy_for = ${value.viewer})`)
    .where('chat_room.recipient_id', 'is not distinct from', value.recipientId),
)

/** A room that the viewer may read; `other` is the other caregiver in a private room. */
export interface OwnRoomRow {
  id: string
  playdate_id: string
  /** Whether its playdate is over. */
  is_over: boolean
  other: NameRow | null
}

/** Oldest first, starting after the room with id `after`. */
export function listRooms(
  db: Db,
  viewer: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OwnRoomRow[]> {
  return readRooms(db, { viewer, after: after ?? belowAllIds, limit })
}

const readRooms = prepared((db, { viewer, after, limit }: { viewer: string; after: string; limit: number }) =>
  rooms(db, viewer)
    .leftJoin('caregiver as other', (join) => join.on('other.id', '=', otherIn(viewer)))
    .clearSelect()
    .select([
      'chat_room.id',
      sql<string>`coalesce(playdate.copy_of, playdate.id)`.as('playdate_id'),
      isOver.as('is_over'),
      nameForIfAny(viewer, 'other').as('other'),
    ])
    .where('chat_room.id', '>', after)
    .orderBy('chat_room.id')
    .limit(limit),
)

/**
 * Returns the room with that id, locked: nobody can close it or remove its readers before the transaction ends. After
 * waiting for the lock, what was committed meanwhile is seen only in the two locked rows: the playdate's and the
 * viewer's own.
 */
export async function lockRoomForShare(db: Db, viewer: string, roomId: string): Promise<RoomRow | undefined> {
  const [row] = await roomForShare(db, { viewer, roomId })
  return row
}

const roomForShare = preparedChange((db, value: { viewer: string; roomId: string }) =>
  rooms(db, value.viewer)
    .where('chat_room.id', '=', value.roomId)
    .where(sql<boolean>`(select count(*) from ${heldIfItWaits(value.roomId)}) >= 0`)
    .forShare('playdate')
    .forKeyShare('mine'),
)

/** Locks a waiting request to change it, since a message may stop its clock: with shared locks, two would deadlock. */
const heldIfItWaits = (roomId: string) => sql`(
  select from playdate waiting
  where waiting.id = (select playdate_id from chat_room where chat_room.id = ${roomId})
    and waiting.wait is not null and waiting.status = 'pending'
  for no key update) held`

export interface MessageRow {
  id: string
  text: string
  phrase: string | null
  created_at: Date
  /** Removed by an administrator. */
  is_removed: boolean
  sender: NameRow | null
}

/** Newest first; with a cursor, only messages older than that one. */
export function listMessages(
  db: Db,
  viewer: string,
  roomId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<MessageRow[]> {
  return readPage(db, { viewer, roomId, cursor: cursor ?? aboveAllIds, limit })
}

const readPage = prepared((db, value: { viewer: string; roomId: string; cursor: string; limit: number }) =>
  messages(db, value.viewer)
    .where('message.room_id', '=', value.roomId)
    .where(sql<boolean>`(message.seq, message.id) < ${placeOf(value.cursor)}`)
    .orderBy('message.seq', 'desc')
    .orderBy('message.id', 'desc')
    .limit(value.limit),
)

/** Position of the message; an unknown id is above all. */
const placeOf = (id: string) => sql`(
  coalesce((select seq from message where id = ${id}), ${aboveAllSeqs}), ${id}::uuid)`

const aboveAllSeqs = sql.lit('9223372036854775807')

export async function isMessageOf(db: Db, roomId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('id', '=', id)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return row !== undefined
}

function messages(db: Db, viewer: string) {
  return db
    .selectFrom('message')
    .leftJoin('caregiver', 'caregiver.id', 'message.sender_id')
    .select([
      'message.id',
      'message.text',
      'message.phrase',
      'message.created_at',
      sql<boolean>`message.removed_at is not null`.as('is_removed'),
      nameForIfAny(viewer, 'caregiver').as('sender'),
    ])
}

export interface NewMessage {
  id: string
  roomId: string
  senderId: string
  text: string
  phrase: string | null
}

export async function insertMessage(db: Db, message: NewMessage): Promise<MessageRow> {
  const [row] = await insert(db, message)
  if (!row) throw new Error('a message that was written is not there')
  return row
}

const insert = preparedChange((db, value: NewMessage) => ({
  compile: () =>
    sql<MessageRow>`
      with message as (
        insert into message (id, room_id, sender_id, text, phrase)
        values (${value.id}, ${value.roomId}, ${value.senderId}, ${value.text}, ${value.phrase})
        returning id, sender_id, text, phrase, created_at
      )
      select message.id, message.text, message.phrase, message.created_at, false as is_removed,
        ${nameOf('caregiver')} as sender
      from message join caregiver on caregiver.id = message.sender_id`.compile(db),
}))

/** A caregiver who writes is named to the other side from now on. */
export async function nameWriter(db: Db, roomId: string, caregiverId: string): Promise<void> {
  await sql`
    update playdate_caregiver set shown = true
    where caregiver_id = ${caregiverId}
      and playdate_id = (select playdate_id from chat_room where id = ${roomId})`.execute(db)
}

/**
 * Marks the room as read up to that message, or to the newest; true if any of it was new. Locks the room, so that
 * nobody writes there before the transaction ends and what is unread stays the same.
 */
export async function markRead(
  db: Db,
  roomId: string,
  caregiverId: string,
  upTo: string | undefined,
): Promise<boolean> {
  const rows = await insertRead(db, { roomId, caregiverId, upTo: upTo ?? aboveAllIds })
  return rows.length > 0
}

const insertRead = preparedChange((db, value: { roomId: string; caregiverId: string; upTo: string }) => ({
  compile: () =>
    sql<{ room_id: string }>`
      insert into chat_read (room_id, caregiver_id, message_id)
      select room.id, ${value.caregiverId}::uuid, newest.id
      from (select id from chat_room where id = ${value.roomId} for share) room
      cross join lateral (
        select id from message
        where room_id = room.id and (seq, id) <= ${placeOf(value.upTo)}
        order by seq desc, id desc limit 1) newest
      on conflict (room_id, caregiver_id) do update set message_id = excluded.message_id
        where (${seqOf(sql`chat_read.message_id`)}, chat_read.message_id)
          < (${seqOf(sql`excluded.message_id`)}, excluded.message_id)
      returning room_id`.compile(db),
}))

/** True if messages of others are unread, as a playdate's `unread` counts them. */
export async function hasUnread(db: Db, roomId: string, caregiverId: string): Promise<boolean> {
  const rows = await findUnread(db, { roomId, caregiverId })
  return rows.length > 0
}

const findUnread = preparedChange((db, value: { roomId: string; caregiverId: string }) => ({
  compile: () =>
    sql<{ id: string }>`
      select chat_room.id from chat_room
      left join chat_read mark on mark.room_id = chat_room.id and mark.caregiver_id = ${value.caregiverId}
      left join message seen on seen.id = mark.message_id
      where chat_room.id = ${value.roomId} and exists (
        select from message
        where message.room_id = chat_room.id and message.sender_id is distinct from ${value.caregiverId}
          and (message.seq, message.id)
            > (coalesce(seen.seq, 0), coalesce(mark.message_id, ${sql.lit(belowAllIds)}::uuid)))`.compile(db),
}))

/** The message's position in its room: 0 for those older than the column, which only their ids order. */
function seqOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select seq from message where id = ${id}), 0)`
}
