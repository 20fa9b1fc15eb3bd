import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type NameRow, nameOf } from '#features/visibility/names.db.ts'
import { isOut } from '#features/visibility/visibility.db.ts'

/** A child that somebody helps with. */
export interface HelpRow {
  id: string
  first_name: string
  photo: string | null
  addedBy: NameRow
  until: Date
}

/** The one that ends first is first; none of whom they help is out. */
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

/** A help that ends within a week, and whose end nobody was notified of. */
export interface EndingHelpRow {
  child_id: string
  helper_id: string
  adder_id: string
  until: Date
  /** The adder's, by which the last day is counted. */
  time_zone: string
}

/** By its own last day, and neither with the adder's place nor since it was made. */
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

/** True where the caregiver has that notice of that last day already. */
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

/** A child that one helps another with. */
export interface SharedHelpRow {
  child_id: string
  helper_id: string
}

/** Of any of these for the other, or the other way round. It may have begun after the transaction did. */
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
