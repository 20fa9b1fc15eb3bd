import type { ReportKind } from '@tagalong/contract/features/safety/reports.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { looksAt } from '#features/visibility/playdates.db.ts'
import type { ReportRow } from './inbox.admin.db.ts'

/** The text in the row of a removed message; readers see it in their own language. */
const removedText = 'This message was removed.'

/** The playdates with these messages in their chats, and all with the same words as `playdates`, these included. */
export async function listPlaydatesOf(
  db: Db,
  { messages, playdates }: { messages: readonly string[]; playdates: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select playdate_id as id from message join chat_room on chat_room.id = message.room_id
    where message.id = any(${messages}::uuid[])
    union select id from playdate where id in ${alikeOf(playdates)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * These playdates and all that hold the same words: the other dates of their series, the other requests of their order,
 * those they were moved from and to, and the copies of caregivers who were taken off.
 */
function alikeOf(playdates: readonly string[]): RawBuilder<string> {
  return sql<string>`(
    with recursive alike as (
      select id, copy_of, series_id, ask_id, replaces_id from playdate where id = any(${[...playdates]}::uuid[])
      union
      select other.id, other.copy_of, other.series_id, other.ask_id, other.replaces_id
      from alike join playdate other
        on other.id in (alike.copy_of, alike.replaces_id) or other.copy_of in (alike.id, alike.copy_of)
          or other.series_id = alike.series_id or other.ask_id = alike.ask_id or other.replaces_id = alike.id)
    select id from alike)`
}

/** Returns the ids of those that were still there. */
export async function removeMessages(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('message')
    .set({ text: removedText, removed_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** False if the child has another photo by now. */
export async function removePhoto(db: Db, key: string): Promise<boolean> {
  const bare = await db
    .updateTable('child')
    .set({ photo: null })
    .where('photo', '=', key)
    .returning('id')
    .executeTakeFirst()
  return bare !== undefined
}

/** Removes the places from the orders of these requests, so nobody else is asked with them. False if none had them. */
export async function removeOrderPlaces(db: Db, { target_id, evidence }: ReportRow): Promise<boolean> {
  const bare = await db
    .updateTable('ask')
    .set({
      location1: unless('location1', evidence.words, sql`null`),
      location2: unless('location2', evidence.words, sql`null`),
      location3: unless('location3', evidence.words, sql`null`),
    })
    .where('id', 'in', sql<string>`(select ask_id from playdate where id in ${alikeOf([target_id])})`)
    .where(sql<boolean>`array[location1, location2, location3] && ${[...evidence.words]}::text[]`)
    .returning('id')
    .executeTakeFirst()
  return bare !== undefined
}

/**
 * Removes the reported words wherever they still are; words written since stay. Returns the ids of the playdates that
 * had them, of a copy also the event's.
 */
export async function removePlaydateWords(db: Db, { target_id, evidence }: ReportRow): Promise<string[]> {
  const rows = await db
    .updateTable('playdate')
    .set({
      description: unless('description', evidence.words, sql`null`),
      cancel_reason: unless('cancel_reason', evidence.words, sql`null`),
      // A playdate has a place, even if it is empty.
      location1: unless('location1', evidence.words, sql`''`),
      location2: unless('location2', evidence.words, sql`''`),
      location3: unless('location3', evidence.words, sql`''`),
      accepted_location: unless('accepted_location', evidence.words, sql`''`),
    })
    .where('id', 'in', alikeOf([target_id]))
    .where(
      sql<boolean>`array[description, cancel_reason, location1, location2, location3, accepted_location]
        && ${[...evidence.words]}::text[]`,
    )
    .returning(['id', 'copy_of'])
    .execute()
  return rows.flatMap(({ id, copy_of }) => (copy_of ? [id, copy_of] : [id]))
}

/** The group's name stays, because administrators can change it. False if it has another description by now. */
export async function removeGroupWords(db: Db, { target_id, evidence }: ReportRow): Promise<boolean> {
  const bare = await db
    .updateTable('caregiver_group')
    .set({ description: '' })
    .where('id', '=', target_id)
    .where(sql<boolean>`description = any(${[...evidence.words]}::text[])`)
    .returning('id')
    .executeTakeFirst()
  return bare !== undefined
}

function unless(column: string, words: readonly string[], instead: RawBuilder<unknown>) {
  return sql<
    string | null
  >`case when ${sql.ref(column)} = any(${[...words]}::text[]) then ${instead} else ${sql.ref(column)} end`
}

/** Marks all reports about these things, whoever made them; with `words`, only those about one of them. */
export async function markRemoved(
  db: Db,
  kind: ReportKind,
  { ids, words }: { ids: readonly string[]; words?: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('report')
    .set({ removed_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('target_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .$if(words !== undefined, (query) =>
      query.where(sql<boolean>`evidence -> 'words' ?| ${[...(words ?? [])]}::text[]`),
    )
    .execute()
}

/** The caregivers on the sides of these playdates, by the id that they know: for a copy, the event's. */
export async function listSides(db: Db, playdateIds: readonly string[]): Promise<Map<string, string[]>> {
  if (playdateIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('playdate_caregiver')
    .innerJoin('playdate', 'playdate.id', 'playdate_caregiver.playdate_id')
    .where('playdate_id', 'in', [...playdateIds])
    .where(looksAt('playdate_caregiver'))
    .select([
      sql<string>`coalesce(playdate.copy_of, playdate.id)`.as('known_as'),
      sql<string[]>`array_agg(caregiver_id::text)`.as('caregivers'),
    ])
    .groupBy('known_as')
    .execute()
  return new Map(rows.map(({ known_as, caregivers }) => [known_as, caregivers]))
}
