import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { erasedNames } from '#features/visibility/erased-names.ts'
import { placesOf } from '#features/visibility/playdates.db.ts'
import { childrenMetBy, circleOf, isLive, isOut } from '#features/visibility/visibility.db.ts'
import { type PlaydateRow, withPeople } from './playdate-people.ts'
import type { ReadRow } from './playdate-read.ts'
import { askedOnce, columns, ownPlaces, type playdatesOf, workedOut } from './playdate-rows.db.ts'

/**
 * Reads the playdates in that order, with the names of everybody on their sides once for all rows, in one query. Ids
 * are gathered in an array first, so that Postgres looks each up by its key, however few rows there are.
 */
export function inOrder(
  db: Db,
  viewer: string,
  bare: ReturnType<typeof playdatesOf>,
  order: RawBuilder<unknown>,
) {
  return db
    .with(
      (cte) => cte('own_place').materialized(),
      (each) => each.selectFrom(placesOf(viewer).as('place')).select(['child_id', 'role', 'eye']),
    )
    .with('listed', () => bare)
    .selectFrom('listed')
    .select([...columns, ...workedOut])
    .select([
      sql`case when ${isFirst} then (
        select json_agg(json_build_object('id', id, 'name', name, 'last_name', last_name, 'time_zone', time_zone,
          'is_hidden', is_hidden, 'is_blocked', is_blocked) order by ${shownName}, id)
        from (
          select id, name, last_name, time_zone,
            (exists (select from block where blocker_id = caregiver.id and blocked_id = ${viewer})
              or ${isOut(sql.ref('caregiver.id'))}) as is_hidden,
            exists (select from block where blocker_id = ${viewer} and blocked_id = caregiver.id) as is_blocked
          from caregiver where id = any(array(select unnest(people) from listed))
          ${askedOnce}) each) end`.as('caregivers'),
      sql`case when ${isFirst} then (
        select json_agg(json_build_object(
          'id', id, 'first_name', first_name, 'last_name_initial', last_name_initial, 'grade', grade, 'photo', photo,
          'is_own', is_own, 'is_near', is_near, 'is_seen', not ${isAnyOver} or is_near
            or exists (
              select from guardianship through
              where through.child_id = each.id and through.role = 'guardian' and ${isLive('through')}
                and through.caregiver_id in ${circleOf(viewer)})
            ))
        from (
          select id, first_name, last_name_initial, grade, photo,
            id = any(array(select child_id from ${ownPlaces} where role = 'guardian')) as is_own,
            id = any(array(select child_id from ${ownPlaces})) as is_near
          from child where id = any(array(
            select unnest(owner_children || recipient_children) from listed)) ${askedOnce}) each) end`.as(
        'children',
      ),
    ])
    .orderBy(order)
    .$castTo<ReadRow>()
}

/** The sort key of lists: the position of a name that isn't shown reveals nothing about it. */
const shownName = sql`case when is_hidden or is_blocked then ${sql.lit(erasedNames.caregiver)} else name end`

/** True for one row, so that names are read once. */
const isFirst = sql`id = (select id from listed limit 1)`

/** True if any of them is over or off; otherwise all children are shown whole. */
const isAnyOver = sql`exists (select from listed where names_then is not null)`

/**
 * Returns the rows as the viewer sees them. Whether the viewer is to meet a child again is queried only if a playdate
 * is over and the viewer doesn't know the child from anywhere else.
 */
export async function shownTo(db: Db, viewer: string, rows: readonly ReadRow[]): Promise<PlaydateRow[]> {
  const unknown = rows.flatMap(({ children }) => children ?? []).filter(({ is_seen }) => !is_seen)
  const met = unknown.length > 0 ? await readMet(db, { viewer, ids: unknown.map(({ id }) => id) }) : []
  return withPeople(rows, { viewer, met: new Set(met.map(({ id }) => id)) })
}

const readMet = prepared((db, { viewer, ids }: { viewer: string; ids: readonly string[] }) =>
  db
    .selectFrom('child')
    .where(sql<boolean>`child.id = any((select ${ids}::uuid[])::uuid[])`)
    .where(sql<boolean>`child.id in ${childrenMetBy(viewer)}`)
    .select('child.id'),
)
