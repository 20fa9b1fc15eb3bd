import type { Language } from '@tagalong/contract/values/language.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { preparedChange } from '#db/prepared.ts'

/** A caregiver's own calendar feed, without its address. */
export interface FeedRow {
  created_at: Date
  says_who_and_where: boolean
  last_read_at: Date | null
}

const columns = ['created_at', 'says_who_and_where', 'last_read_at'] as const

export function findFeed(db: Db, caregiverId: string): Promise<FeedRow | undefined> {
  return db
    .selectFrom('calendar_feed')
    .where('caregiver_id', '=', caregiverId)
    .select(columns)
    .executeTakeFirst()
}

/** Replaces the feed before. */
export function replaceFeed(
  db: Db,
  { caregiverId, hash, saysWhoAndWhere }: { caregiverId: string; hash: Buffer; saysWhoAndWhere: boolean },
): Promise<FeedRow> {
  const values = { hash, says_who_and_where: saysWhoAndWhere }
  return db
    .insertInto('calendar_feed')
    .values({ caregiver_id: caregiverId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('caregiver_id')
        .doUpdateSet({ ...values, created_at: sql<Date>`now()`, last_read_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function updateChoice(
  db: Db,
  caregiverId: string,
  saysWhoAndWhere: boolean,
): Promise<FeedRow | undefined> {
  return db
    .updateTable('calendar_feed')
    .set({ says_who_and_where: saysWhoAndWhere })
    .where('caregiver_id', '=', caregiverId)
    .returning(columns)
    .executeTakeFirst()
}

/** False if there was none. */
export async function deleteFeed(db: Db, caregiverId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('calendar_feed')
    .where('caregiver_id', '=', caregiverId)
    .returning('caregiver_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the feed of a user's profile. False if there was none. */
export async function deleteFeedOfUser(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('calendar_feed')
    .using('caregiver')
    .whereRef('caregiver.id', '=', 'calendar_feed.caregiver_id')
    .where('caregiver.user_id', '=', userId)
    .returning('caregiver.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A feed that is read: it shows what its caregiver would see. */
export interface ReadFeedRow {
  caregiver_id: string
  says_who_and_where: boolean
  language: Language
}

/** Records that the feed was read; undefined if the address is dead. */
export async function findFeedToRead(db: Db, hash: Buffer): Promise<ReadFeedRow | undefined> {
  const [row] = await noteReading(db, { hash })
  return row
}

const noteReading = preparedChange((db, { hash }: { hash: Buffer }) =>
  db
    .updateTable('calendar_feed')
    .from('caregiver')
    .innerJoin('app_user', 'app_user.id', 'caregiver.user_id')
    .set({ last_read_at: sql<Date>`now()` })
    .whereRef('caregiver.id', '=', 'calendar_feed.caregiver_id')
    .where('hash', '=', hash)
    .returning([
      'calendar_feed.caregiver_id',
      'says_who_and_where',
      sql<Language>`app_user.language`.as('language'),
      // Don't wait for the disk: a living address would take longer than a dead one, and a crash loses only this
      // record.
      sql`set_config('synchronous_commit', 'off', true)`.as('commit'),
    ]),
)
