import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { mayRead } from '#features/visibility/chat.db.ts'
import { type NameRow, nameFor, nameForIfAny, orderFor } from '#features/visibility/names.db.ts'
import { looksAt, placesOf, sightOf } from '#features/visibility/playdates.db.ts'
import { isGrownUpBeside, seesName } from '#features/visibility/visibility.db.ts'

export interface MuteTarget {
  kind: 'caregiver' | 'room'
  id: string
}

const columnOf = { caregiver: 'muted_id', room: 'room_id' } as const

export async function isMutable(db: Db, viewer: string, { kind, id }: MuteTarget): Promise<boolean> {
  const row =
    kind === 'caregiver'
      ? await db
          .selectFrom('caregiver')
          .select('id')
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .where(({ or }) => or([seesName(viewer, id), isGrownUpBeside(viewer, id)]))
          .executeTakeFirst()
      : await db
          .selectFrom('chat_room')
          .innerJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
          .innerJoin('playdate_caregiver as mine', 'mine.playdate_id', 'playdate.id')
          .select('chat_room.id')
          .where('chat_room.id', '=', id)
          .where('mine.caregiver_id', '=', viewer)
          .where(mayRead(viewer))
          .executeTakeFirst()
  return row !== undefined
}

export interface MuteRow {
  muted: NameRow | null
  room: {
    id: string
    playdate_id: string
    type: 'single' | 'group'
    time: Date | null
    caregivers: NameRow[]
  } | null
  created_at: Date
}

/** Newest first. A chat comes with the others named on its playdate, also for a caregiver who was taken off it. */
export function listMutes(db: Db, caregiverId: string): Promise<MuteRow[]> {
  return db
    .selectFrom('mute')
    .leftJoin('caregiver', 'caregiver.id', 'mute.muted_id')
    .leftJoin('chat_room', 'chat_room.id', 'mute.room_id')
    .leftJoin('playdate', 'playdate.id', 'chat_room.playdate_id')
    .where('mute.caregiver_id', '=', caregiverId)
    .where(
      sql<boolean>`(mute.room_id is null or exists (
        select from playdate_caregiver mine
        where mine.playdate_id = playdate.id and mine.caregiver_id = ${caregiverId} and mine.role = 'guardian'
          and ${looksAt('mine')} and ${sightOf(placesOf(caregiverId), 'mine')} = 'whole'))`,
    )
    .select([
      nameForIfAny(caregiverId, 'caregiver').as('muted'),
      sql<MuteRow['room']>`case when chat_room.id is not null then jsonb_build_object(
        'id', chat_room.id, 'playdate_id', coalesce(playdate.copy_of, playdate.id), 'type', playdate.type,
        'time', playdate.accepted_time,
        'caregivers', (
          select coalesce(jsonb_agg(${nameFor(caregiverId, 'each')} order by ${orderFor(caregiverId, 'each')}, each.id), '[]')
          from playdate_caregiver side join caregiver each on each.id = side.caregiver_id
          where side.playdate_id in (playdate.id, playdate.copy_of) and side.shown and side.caregiver_id <> mute.caregiver_id)) end`.as(
        'room',
      ),
      'mute.created_at',
    ])
    .orderBy('mute.created_at', 'desc')
    .orderBy('mute.id', 'desc')
    .execute()
}

export function findMute(
  db: Db,
  caregiverId: string,
  { kind, id }: MuteTarget,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('mute')
    .where('caregiver_id', '=', caregiverId)
    .where(columnOf[kind], '=', id)
    .select('id')
    .executeTakeFirst()
}

/** Does nothing if the mute exists already. */
export async function insertMute(
  db: Db,
  { id, caregiverId, target }: { id: string; caregiverId: string; target: MuteTarget },
): Promise<void> {
  await db
    .insertInto('mute')
    .values({ id, caregiver_id: caregiverId, [columnOf[target.kind]]: target.id })
    .onConflict((conflict) => conflict.constraint('mute_key').doNothing())
    .execute()
}

/** Deletes the mutes by and of an erased caregiver. */
export async function forgetMutes(db: Db, caregiverId: string): Promise<void> {
  await db
    .deleteFrom('mute')
    .where(({ or, eb }) => or([eb('caregiver_id', '=', caregiverId), eb('muted_id', '=', caregiverId)]))
    .execute()
}

export async function deleteMute(db: Db, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('mute').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}
