import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import { isOut } from '#features/visibility/visibility.db.ts'

/** A child that the caregiver helps with. */
export interface HelpRow {
  id: string
  first_name: string
  photo: string | null
  addedBy: NameRow
  until: Date
}

/** The help that ends first comes first. Leaves out help for guardians who are suspended, closed or erased. */
export function listHelp(db: Db, caregiverId: string): Promise<HelpRow[]> {
  return db
    .selectFrom('guardianship')
    .innerJoin('child', 'child.id', 'guardianship.child_id')
    .innerJoin('caregiver as adder', 'adder.id', 'guardianship.added_by')
    .where('guardianship.caregiver_id', '=', caregiverId)
    .where('guardianship.role', '=', 'helper')
    .where('guardianship.since', '<=', sql<Date>`now()`)
    .where(sql<Date>`place_ends(guardianship)`, '>', sql<Date>`now()`)
    .where(({ not, ref }) => not(isOut(ref('adder.id'))))
    .select([
      'child.id',
      'child.first_name',
      'child.photo',
      nameOf('adder').as('addedBy'),
      sql<Date>`place_ends(guardianship)`.as('until'),
    ])
    .orderBy('until')
    .orderBy('child.id')
    .execute()
}

/** A helper's place that ends within a week. */
export interface EndingHelpRow {
  child_id: string
  helper_id: string
  adder_id: string
  until: Date
  /** The adder's time zone, by which the last day counts. */
  time_zone: string
}

/** Leaves out help that ends with the adder's place, and help that began less than a week before its end. */
export async function listEndingHelp(db: Db): Promise<EndingHelpRow[]> {
  const { rows } = await sql<EndingHelpRow>`
    select place.child_id, place.caregiver_id as helper_id, place.added_by as adder_id, place.until,
      adder.time_zone
    from guardianship place join caregiver adder on adder.id = place.added_by
    where place.role = 'helper' and place.until > now() and place.until <= now() + interval '7 days'
      and place.since <= now() and place.since < place.until - interval '7 days'
      and place_ends(place) = place.until
    order by place.child_id, place.caregiver_id`.execute(db)
  return rows
}

/** True if the caregiver has already been notified of that last day. */
export async function hasNotice(
  db: Db,
  caregiverId: string,
  { message, params, url, about }: { message: string; params: { date: string }; url: string; about?: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('notification')
    .innerJoin('caregiver', 'caregiver.user_id', 'notification.user_id')
    .where('caregiver.id', '=', caregiverId)
    .where('notification.message', '=', message)
    .where('notification.about_id', 'is not distinct from', about ?? null)
    .where('notification.url', '=', url)
    .where(sql<string>`notification.params ->> 'date'`, '=', params.date)
    .select('notification.id')
    .executeTakeFirst()
  return found !== undefined
}

/** A child that one caregiver helps another with. */
export interface SharedHelpRow {
  child_id: string
  helper_id: string
}

/** Help by any of `some` for `other`, or the other way round. It may have begun after the transaction did. */
export function listHelpBetween(db: Db, some: readonly string[], other: string): Promise<SharedHelpRow[]> {
  return db
    .selectFrom('guardianship')
    .where('role', '=', 'helper')
    .where('until', '>', sql<Date>`now()`)
    .where(({ or, and, eb }) =>
      or([
        and([eb('caregiver_id', 'in', [...some]), eb('added_by', '=', other)]),
        and([eb('caregiver_id', '=', other), eb('added_by', 'in', [...some])]),
      ]),
    )
    .select(['child_id', 'caregiver_id as helper_id'])
    .orderBy('child_id')
    .execute()
}
